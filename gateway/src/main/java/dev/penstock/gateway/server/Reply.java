package dev.penstock.gateway.server;

import dev.penstock.store.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One whole HTTP response. Immutable.
 *
 * @param status its status
 * @param contentType its media type, "" for a response without a body
 * @param headers further header fields; a value with a control character is refused
 * @param body its body
 */
public record Reply(int status, String contentType, Map<String, String> headers, Bytes body) {

    /** Copies the fields, and refuses what could break out of its line. */
    public Reply {
        headers = Map.copyOf(headers);
        headers.values().forEach(Reply::check);
        check(contentType);
    }

    /**
     * A JSON response.
     *
     * @param status its status
     * @param json the text
     * @return the reply
     */
    public static Reply json(int status, String json) {
        return of(status, "application/json", json);
    }

    /**
     * A response with some text.
     *
     * @param status its status
     * @param contentType its media type
     * @param text the text, sent as UTF-8
     * @return the reply
     */
    public static Reply of(int status, String contentType, String text) {
        return new Reply(status, contentType, Map.of(), Bytes.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * The same with one more header field.
     *
     * @param name the field's name
     * @param value its value
     * @return a copy
     */
    public Reply with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Reply(status, contentType, more, body);
    }

    @Override
    public String toString() {
        return status + " " + body;
    }

    private static void check(String value) {
        for (int i = 0; i < value.length(); i++) {
            if ((value.charAt(i) < ' ' && value.charAt(i) != '\t') || value.charAt(i) == 127) {
                throw new IllegalArgumentException("a header value has no control characters");
            }
        }
    }
}
