package dev.penstock.http;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The head of a response. Immutable. Its text shows the status alone: header values stay out of logs.
 *
 * @param status the status code, 100 to 599
 * @param headers the header fields by name in lower case, values in the order in which they came; without
 *     Content-Encoding and Content-Length where the body is decoded on the fly, since both would be untrue (B044)
 * @param coding how the body came
 */
public record ResponseHead(int status, Map<String, List<String>> headers, ContentCoding coding) {

    /** Copies the fields; names are folded to lower case. */
    public ResponseHead {
        var copy = new TreeMap<String, List<String>>();
        headers.forEach((name, values) -> copy.put(name.toLowerCase(Locale.ROOT), List.copyOf(values)));
        headers = Collections.unmodifiableMap(copy);
    }

    /**
     * Every value of a field.
     *
     * @param name the field's name, in any case
     * @return its values, empty if it did not come
     */
    public List<String> all(String name) {
        return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
    }

    /**
     * The first value of a field.
     *
     * @param name the field's name, in any case
     * @return its value, empty if it did not come
     */
    public Optional<String> first(String name) {
        return all(name).stream().findFirst();
    }

    @Override
    public String toString() {
        return "ResponseHead[" + status + "]";
    }
}
