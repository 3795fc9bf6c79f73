package dev.penstock.cli.run.input;

import dev.penstock.cli.run.input.BatchLine.Code;
import dev.penstock.cli.run.input.BatchLine.Request;
import dev.penstock.cli.run.input.BatchLine.Unsendable;
import dev.penstock.store.Bytes;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads one line in OpenAI's Batch form: {@code custom_id}, {@code method}, {@code url} and {@code body}. The body is
 * taken over byte for byte; whether it is a valid request is the engine's to say.
 */
final class LineParser {

    /** The longest custom id. */
    static final int LONGEST_ID = 512;

    private static final Set<String> URLS = Set.of("/v1/chat/completions", "/chat/completions");

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(TokenStreamFactory.Feature.CHARSET_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(LineReader.LONGEST)
                    .maxNestingDepth(256)
                    .build())
            .build();

    private final RawLine line;
    private final Set<String> seen = new HashSet<>();
    private @Nullable String customId;
    private @Nullable String method;
    private @Nullable String url;
    private @Nullable Bytes body;

    private LineParser(RawLine line) {
        this.line = line;
    }

    /** What a line is. */
    static BatchLine parse(RawLine line) {
        if (line.isTooLong()) {
            return new Unsendable(
                    line.number(),
                    null,
                    Code.INVALID_LINE,
                    "longer than " + (LineReader.LONGEST >> 20) + " MiB (" + line.length() + " bytes)");
        }
        LineParser parser = new LineParser(line);
        try {
            parser.read();
        } catch (JacksonException e) {
            return parser.invalid("not valid JSON" + column(e));
        } catch (MalformedLine e) {
            return parser.invalid(e.reason);
        }
        return parser.judged();
    }

    private void read() throws MalformedLine {
        try (JsonParser json =
                FACTORY.createParser(ObjectReadContext.empty(), line.bytes().unsafeArray())) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new MalformedLine("not a JSON object; a line is {\"custom_id\": …, \"method\": \"POST\","
                        + " \"url\": \"/v1/chat/completions\", \"body\": {…}}");
            }
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                member(json, json.currentName());
            }
            if (json.nextToken() != null) {
                throw new MalformedLine("something follows the JSON object on the same line");
            }
        }
    }

    private void member(JsonParser json, String name) throws MalformedLine {
        if (!seen.add(name)) {
            throw new MalformedLine("a key stands twice in the line's object");
        }
        JsonToken value = json.nextToken();
        switch (name) {
            case "custom_id" -> customId = text(json, value, name);
            case "method" -> method = text(json, value, name);
            case "url" -> url = text(json, value, name);
            case "body" -> body = slice(json, value);
            default -> json.skipChildren();
        }
    }

    private static String text(JsonParser json, JsonToken value, String name) throws MalformedLine {
        if (value != JsonToken.VALUE_STRING) {
            throw new MalformedLine("'" + name + "' is not a string");
        }
        return json.getString();
    }

    private Bytes slice(JsonParser json, JsonToken value) throws MalformedLine {
        if (value != JsonToken.START_OBJECT) {
            throw new MalformedLine("'body' is not an object");
        }
        int from = (int) json.currentTokenLocation().getByteOffset();
        json.skipChildren();
        int to = (int) json.currentLocation().getByteOffset();
        return Bytes.wrap(Arrays.copyOfRange(line.bytes().unsafeArray(), from, to));
    }

    private BatchLine judged() {
        if (customId == null) {
            return invalid("'custom_id' is missing");
        }
        if (customId.isEmpty()
                || customId.length() > LONGEST_ID
                || customId.chars().anyMatch(Character::isISOControl)) {
            return invalid("'custom_id' has 1 to " + LONGEST_ID + " characters, none of them a control character");
        }
        if (method != null && !method.equals("POST")) {
            return unsupported("'method' is not POST");
        }
        if (url != null && !URLS.contains(url)) {
            return unsupported("'url' is not /v1/chat/completions, the only endpoint that is supported");
        }
        return body == null ? invalid("'body' is missing") : new Request(line.number(), customId, body);
    }

    private Unsendable invalid(String message) {
        return new Unsendable(line.number(), customId, Code.INVALID_LINE, message);
    }

    private Unsendable unsupported(String message) {
        return new Unsendable(line.number(), customId, Code.UNSUPPORTED_ENDPOINT, message);
    }

    private static String column(JacksonException e) {
        int column = e.getLocation() == null ? 0 : e.getLocation().getColumnNr();
        return column > 0 ? " (column " + column + ")" : "";
    }

    /** The line is JSON, and not a batch request. */
    private static final class MalformedLine extends Exception {

        private static final long serialVersionUID = 1;

        private final String reason;

        MalformedLine(String reason) {
            super(reason, null, false, false);
            this.reason = reason;
        }
    }
}
