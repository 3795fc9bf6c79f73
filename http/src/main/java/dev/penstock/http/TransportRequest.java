package dev.penstock.http;

/** What goes on the wire. Immutable by agreement: the body's array is not copied and must not be changed. */
public final class TransportRequest {

    private final Origin origin;
    private final String method;
    private final String target;
    private final RequestHeaders headers;
    private final byte[] body;

    private TransportRequest(Origin origin, String method, String target, RequestHeaders headers, byte[] body) {
        if (!target.startsWith("/") || target.chars().anyMatch(c -> c <= ' ' || c > '~' || c == '#')) {
            throw new IllegalArgumentException("a target is an absolute path with an optional query");
        }
        this.origin = origin;
        this.method = method;
        this.target = target;
        this.headers = headers;
        this.body = body;
    }

    /**
     * A POST, framed by its length.
     *
     * @param origin where it goes
     * @param target absolute path and optional query, already escaped
     * @param headers its fields
     * @param body its bytes, sent as they are
     * @return the request
     * @throws IllegalArgumentException if the target is not in that form
     */
    public static TransportRequest post(Origin origin, String target, RequestHeaders headers, byte[] body) {
        return new TransportRequest(origin, "POST", target, headers, body);
    }

    /**
     * A GET, without a body.
     *
     * @param origin where it goes
     * @param target absolute path and optional query, already escaped
     * @param headers its fields
     * @return the request
     * @throws IllegalArgumentException if the target is not in that form
     */
    public static TransportRequest get(Origin origin, String target, RequestHeaders headers) {
        return new TransportRequest(origin, "GET", target, headers, new byte[0]);
    }

    /**
     * Where it goes.
     *
     * @return the origin
     */
    public Origin origin() {
        return origin;
    }

    /**
     * Its method.
     *
     * @return {@code POST} or {@code GET}
     */
    public String method() {
        return method;
    }

    /**
     * Its target in origin form.
     *
     * @return path and query
     */
    public String target() {
        return target;
    }

    /**
     * Its fields.
     *
     * @return the allowed ones
     */
    public RequestHeaders headers() {
        return headers;
    }

    /**
     * Its bytes.
     *
     * @return the array itself, not a copy
     */
    public byte[] body() {
        return body;
    }

    @Override
    public String toString() {
        return method + " " + origin + target + " (" + body.length + " bytes)";
    }
}
