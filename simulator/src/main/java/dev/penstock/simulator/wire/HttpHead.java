package dev.penstock.simulator.wire;

import dev.penstock.simulator.script.Header;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The head of a request.
 *
 * @param method the method
 * @param target the target as sent
 * @param minorVersion 0 or 1 of HTTP/1.x
 * @param headers the fields in their order
 */
public record HttpHead(String method, String target, int minorVersion, List<Header> headers) {

    /**
     * The target without its query.
     *
     * @return the path
     */
    public String path() {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    /**
     * The first value of a parameter in the query.
     *
     * @param name its name
     * @return its value as sent
     */
    public Optional<String> parameter(String name) {
        int query = target.indexOf('?');
        if (query < 0) {
            return Optional.empty();
        }
        for (String pair : target.substring(query + 1).split("&")) {
            if (pair.startsWith(name + "=")) {
                return Optional.of(pair.substring(name.length() + 1));
            }
        }
        return Optional.empty();
    }

    /**
     * The first value of a field.
     *
     * @param name its name, in any case
     * @return its value
     */
    public Optional<String> header(String name) {
        return headers.stream()
                .filter(header -> header.name().equalsIgnoreCase(name))
                .map(Header::value)
                .findFirst();
    }

    /**
     * All values of a field.
     *
     * @param name its name, in any case
     * @return its values in their order
     */
    public List<String> headers(String name) {
        return headers.stream()
                .filter(header -> header.name().equalsIgnoreCase(name))
                .map(Header::value)
                .toList();
    }

    /**
     * The names of the fields.
     *
     * @return lower case, in their order
     */
    public List<String> headerNames() {
        return headers.stream()
                .map(header -> header.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    /** Names only: values may be secrets. */
    @Override
    public String toString() {
        return "HttpHead[" + method + " " + path() + " " + headerNames() + "]";
    }

    /**
     * Whether the client lets the connection be used again.
     *
     * @return false for HTTP/1.0 and for {@code Connection: close}
     */
    public boolean keepsAlive() {
        return minorVersion == 1
                && headers("connection").stream()
                        .noneMatch(value -> value.toLowerCase(Locale.ROOT).contains("close"));
    }
}
