package dev.penstock.provider.request;

import dev.penstock.provider.json.Json;
import dev.penstock.provider.json.LoneSurrogates;
import dev.penstock.provider.text.Utf8;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Walks one JSON object token by token and refuses what two readers could take for two different things: duplicate
 * names, half surrogate pairs, bytes that are not UTF-8, a byte order mark, anything after the value (B082). Not
 * thread-safe; one walk each.
 */
final class StrictWalk {

    private final byte[] body;
    private final JsonParser parser;
    private final List<Set<String>> names = new ArrayList<>();
    private int depth;

    StrictWalk(byte[] body) {
        int malformed = Utf8.firstMalformed(body, 0, body.length);
        if (malformed >= 0) {
            throw new InvalidBody("the body is not UTF-8", malformed, null);
        }
        if (body.length >= 3 && body[0] == (byte) 0xEF && body[1] == (byte) 0xBB && body[2] == (byte) 0xBF) {
            throw new InvalidBody("the body begins with a byte order mark", 0, null);
        }
        this.body = body;
        this.parser = Json.parser(body, 0, body.length);
        if (next() != JsonToken.START_OBJECT) {
            throw new InvalidBody("the body is not a JSON object", 0, null);
        }
    }

    JsonParser parser() {
        return parser;
    }

    /** How many objects and arrays are open after the current token. */
    int depth() {
        return depth;
    }

    /** Where the current token begins, in bytes. */
    int offset() {
        return (int) parser.currentTokenLocation().getByteOffset();
    }

    /** The next token, null at the end of the body. */
    @Nullable
    JsonToken next() {
        try {
            JsonToken token = parser.nextToken();
            if (token != null) {
                check(token);
            }
            return token;
        } catch (JacksonException e) {
            throw InvalidBody.syntax(e, body.length);
        }
    }

    private void check(JsonToken token) {
        switch (token) {
            case START_OBJECT, START_ARRAY -> enter();
            case END_OBJECT, END_ARRAY -> depth--;
            case PROPERTY_NAME -> checkName(parser.currentName());
            case VALUE_STRING -> {
                if (LoneSurrogates.contains(
                        parser.getStringCharacters(), parser.getStringOffset(), parser.getStringLength())) {
                    throw InvalidBody.here("half a surrogate pair in a string", parser, null);
                }
            }
            default -> {}
        }
    }

    private void enter() {
        depth++;
        if (depth > Json.MAX_DEPTH - 1) {
            throw InvalidBody.here("nested deeper than " + (Json.MAX_DEPTH - 1) + " levels", parser, null);
        }
        if (depth <= names.size()) {
            names.get(depth - 1).clear();
        } else {
            names.add(new HashSet<>());
        }
    }

    private void checkName(String name) {
        // Half a surrogate pair in a name is refused by the parser itself.
        if (!names.get(depth - 1).add(name)) {
            throw InvalidBody.here("a name appears twice in one object", parser, null);
        }
    }
}
