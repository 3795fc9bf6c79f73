package dev.penstock.http;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * The header fields of a request: an allowlist by construction (R-FORWARD-1). There is no way to pass a client's header
 * through, and none to send {@code Idempotency-Key}, {@code x-penstock-*} or a cookie. Immutable; each method gives a
 * copy with one field more. Host, Content-Length and Accept-Encoding are the transport's own.
 */
public final class RequestHeaders {

    /** No field at all. */
    public static final RequestHeaders NONE = new RequestHeaders(Map.of());

    private static final Set<String> NEVER = Set.of(
            "idempotency-key",
            "cookie",
            "cookie2",
            "host",
            "content-length",
            "transfer-encoding",
            "connection",
            "keep-alive",
            "te",
            "trailer",
            "upgrade",
            "expect",
            "accept-encoding",
            "content-encoding",
            "proxy-authorization",
            "proxy-connection",
            "last-event-id");
    private static final Set<String> OWN_METHOD =
            Set.of("content-type", "accept", "authorization", "user-agent", "traceparent");

    private final Map<String, String> fields;

    private RequestHeaders(Map<String, String> fields) {
        this.fields = fields;
    }

    /**
     * Sets Content-Type.
     *
     * @param value a media type
     * @return a copy
     */
    public RequestHeaders contentType(String value) {
        return with("content-type", value);
    }

    /**
     * Sets Accept.
     *
     * @param value media types
     * @return a copy
     */
    public RequestHeaders accept(String value) {
        return with("accept", value);
    }

    /**
     * Sets Authorization to a bearer token.
     *
     * @param credential the key
     * @return a copy
     */
    public RequestHeaders bearer(Credential credential) {
        return with("authorization", "Bearer " + credential.reveal());
    }

    /**
     * Sets User-Agent.
     *
     * @param value product tokens
     * @return a copy
     */
    public RequestHeaders userAgent(String value) {
        return with("user-agent", value);
    }

    /**
     * Sets traceparent (W3C Trace Context).
     *
     * @param value the trace's parent
     * @return a copy
     */
    public RequestHeaders traceparent(String value) {
        return with("traceparent", value);
    }

    /**
     * Sets a field that the provider's profile names as its own.
     *
     * @param name the field's name, in any case
     * @param value its value
     * @return a copy
     * @throws IllegalArgumentException if the field is one that never goes out, or has a method here; the message shows
     *     no value
     */
    public RequestHeaders profile(String name, String value) {
        String folded = name.toLowerCase(Locale.ROOT);
        if (NEVER.contains(folded) || OWN_METHOD.contains(folded) || folded.startsWith("x-penstock-")) {
            throw new IllegalArgumentException("header " + folded + " is not a profile's to set");
        }
        return with(folded, value);
    }

    /**
     * Sets a field that the provider's profile names for its key, where that is not Authorization.
     *
     * @param name the field's name, in any case
     * @param credential the key
     * @return a copy
     */
    public RequestHeaders profile(String name, Credential credential) {
        return profile(name, credential.reveal());
    }

    /**
     * Gives every field to a consumer, in the order in which they were set.
     *
     * @param consumer takes a name in lower case and a value
     */
    public void forEach(BiConsumer<String, String> consumer) {
        fields.forEach(consumer);
    }

    @Override
    public String toString() {
        return "RequestHeaders" + fields.keySet();
    }

    private RequestHeaders with(String name, String value) {
        if (!isToken(name)) {
            throw new IllegalArgumentException("not a header name");
        }
        if (!isVisible(value)) {
            throw new IllegalArgumentException("the value of " + name + " is not visible ASCII");
        }
        var copy = new LinkedHashMap<>(fields);
        copy.put(name, value);
        return new RequestHeaders(copy);
    }

    private static boolean isToken(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (!isTokenChar(name.charAt(i))) {
                return false;
            }
        }
        return !name.isEmpty();
    }

    private static boolean isVisible(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if ((c < ' ' && c != '\t') || c > '~') {
                return false;
            }
        }
        return true;
    }

    private static boolean isTokenChar(char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
    }
}
