package dev.penstock.provider.completion;

import dev.penstock.provider.json.Json;
import dev.penstock.provider.json.LoneSurrogates;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** One tool call, or the older function call, as its fragments come. */
final class CallBuilder {

    @Nullable
    String id;

    private String name = "";
    private final StringBuilder arguments = new StringBuilder();

    /** Takes a fragment; returns whether it was progress. */
    boolean add(@Nullable String newId, @Nullable String newName, @Nullable String fragment) {
        if (newId != null && !newId.isEmpty()) {
            id = newId;
        }
        boolean progress = false;
        if (newName != null && !newName.isEmpty() && !newName.equals(name)) {
            name += newName;
            progress = true;
        }
        if (fragment != null && !fragment.isEmpty()) {
            arguments.append(fragment);
            progress = true;
        }
        return progress;
    }

    String name() {
        return name;
    }

    String arguments() {
        return LoneSurrogates.replaced(arguments);
    }

    boolean isEmpty() {
        return name.isEmpty() && arguments.isEmpty();
    }

    /** Whether the call can have come whole: it has a name, and arguments that are one JSON object or nothing. */
    boolean isWellFormed() {
        return !name.isEmpty() && (arguments.toString().isBlank() || isObject(arguments.toString()));
    }

    private static boolean isObject(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try (JsonParser parser = Json.parser(bytes, 0, bytes.length)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return false;
            }
            parser.skipChildren();
            return parser.nextToken() == null;
        } catch (JacksonException e) {
            return false;
        }
    }
}
