package dev.penstock.provider.config;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Walks a document beside the record it is to become, and refuses the first key that the record has no component for,
 * with its line. Binding alone would report it late, or something else first.
 */
final class KnownKeys {

    private final JsonParser parser;

    KnownKeys(JsonParser parser) {
        this.parser = parser;
    }

    /** Checks the value that begins with the next token. */
    void check(Type type) {
        value(parser.nextToken(), type);
    }

    private void value(JsonToken token, Type type) {
        if (token == JsonToken.VALUE_STRING) {
            parser.getString();
        } else if (token == JsonToken.START_ARRAY) {
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                value(parser.currentToken(), argument(type, 0));
            }
        } else if (token == JsonToken.START_OBJECT) {
            if (type instanceof Class<?> raw && raw.isRecord()) {
                record(raw);
            } else {
                while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                    value(parser.nextToken(), argument(type, 1));
                }
            }
        }
    }

    private void record(Class<?> type) {
        Map<String, Type> known = new HashMap<>();
        for (RecordComponent component : type.getRecordComponents()) {
            known.put(snakeCase(component.getName()), component.getGenericType());
        }
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            Type component = known.get(parser.currentName());
            if (component == null) {
                throw new UnknownKey(
                        parser.currentName(), parser.currentTokenLocation().getLineNr());
            }
            value(parser.nextToken(), component);
        }
    }

    private static Type argument(Type type, int index) {
        return type instanceof ParameterizedType generic && generic.getActualTypeArguments().length > index
                ? generic.getActualTypeArguments()[index]
                : Object.class;
    }

    static String snakeCase(String camelCase) {
        return camelCase.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
    }

    /** A key that the document's record does not have. */
    static final class UnknownKey extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UnknownKey(String key, int line) {
            super(", line " + line + ": unknown key '" + key + "'", null, false, false);
        }
    }
}
