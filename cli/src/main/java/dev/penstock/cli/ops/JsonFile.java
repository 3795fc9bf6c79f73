package dev.penstock.cli.ops;

import dev.penstock.store.Bytes;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Files that have to hold one JSON object. */
final class JsonFile {

    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonFile() {}

    /** Whether the bytes are one JSON object and nothing else. */
    static boolean isObject(Bytes bytes) {
        try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), bytes.unsafeArray())) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                return false;
            }
            json.skipChildren();
            return json.nextToken() == null;
        } catch (JacksonException e) {
            return false;
        }
    }
}
