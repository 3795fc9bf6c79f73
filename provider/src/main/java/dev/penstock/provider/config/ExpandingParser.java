package dev.penstock.provider.config;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.util.JsonParserDelegate;

/** A parser whose texts are expanded as they are read. */
final class ExpandingParser extends JsonParserDelegate {

    private final UnaryOperator<String> expansion;

    ExpandingParser(JsonParser parser, UnaryOperator<String> expansion) {
        super(parser);
        this.expansion = expansion;
    }

    @Override
    public @Nullable String getString() {
        return expanded(super.getString());
    }

    @Override
    public @Nullable String getValueAsString() {
        return expanded(super.getValueAsString());
    }

    @Override
    public @Nullable String getValueAsString(String otherwise) {
        return expanded(super.getValueAsString(otherwise));
    }

    @Override
    public char[] getStringCharacters() {
        return String.valueOf(getString()).toCharArray();
    }

    @Override
    public int getStringLength() {
        return String.valueOf(getString()).length();
    }

    @Override
    public int getStringOffset() {
        return 0;
    }

    @Override
    public boolean hasStringCharacters() {
        return false;
    }

    @Override
    public @Nullable String nextStringValue() {
        return nextToken() == JsonToken.VALUE_STRING ? getString() : null;
    }

    private @Nullable String expanded(@Nullable String text) {
        if (text == null || currentToken() != JsonToken.VALUE_STRING) {
            return text;
        }
        try {
            return expansion.apply(text);
        } catch (IllegalArgumentException e) {
            throw new UnsetVariable(currentTokenLocation().getLineNr(), String.valueOf(e.getMessage()));
        }
    }

    /** A variable that a value names and nobody set. */
    static final class UnsetVariable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UnsetVariable(int line, String what) {
            super(", line " + line + ": " + what, null, false, false);
        }
    }
}
