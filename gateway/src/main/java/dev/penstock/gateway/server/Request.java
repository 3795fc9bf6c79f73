package dev.penstock.gateway.server;

import dev.penstock.store.Bytes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP request, whole. Immutable; shows neither headers nor body (R-PRIVACY-1).
 *
 * @param method GET, POST, …
 * @param path the path as it was sent, without the query
 * @param query what followed {@code ?}, "" for nothing
 * @param headers the header fields
 * @param parameters what the braces of the endpoint's path stood for
 * @param body the body, empty if there was none
 */
public record Request(
        String method, String path, String query, Headers headers, Map<String, String> parameters, Bytes body) {

    /** Header fields; names compare without case. */
    public interface Headers {

        /**
         * Every value of a field.
         *
         * @param name the field's name
         * @return the values in the order they came, empty if there are none
         */
        List<String> all(String name);

        /**
         * The first value of a field.
         *
         * @param name the field's name
         * @return the value, null if there is none
         */
        default @Nullable String first(String name) {
            List<String> values = all(name);
            return values.isEmpty() ? null : values.getFirst();
        }

        /**
         * What follows {@code Authorization: Bearer}.
         *
         * @return the credential, "" if there is none
         */
        default String bearer() {
            String value = Optional.ofNullable(first("authorization")).orElse("");
            return value.regionMatches(true, 0, "Bearer ", 0, 7)
                    ? value.substring(7).strip()
                    : "";
        }
    }

    @Override
    public String toString() {
        return method + " " + body;
    }
}
