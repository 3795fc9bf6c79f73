package dev.penstock.gateway.server;

import java.util.List;

/**
 * The request line and the header fields. Immutable; shows only the method (R-PRIVACY-1).
 *
 * @param id what names this request in answers and logs: the client's own {@code x-request-id}, or one of ours
 * @param method GET, POST, …
 * @param path the path as it was sent, without the query
 * @param query what followed {@code ?}, "" for nothing
 * @param headers the header fields
 */
public record RequestHead(String id, String method, String path, String query, Request.Headers headers) {

    static RequestHead of(String id, String method, String target, Request.Headers headers) {
        String local = target;
        int scheme = local.indexOf("://");
        if (scheme > 0 && !local.startsWith("/")) {
            int slash = local.indexOf('/', scheme + 3);
            local = slash < 0 ? "/" : local.substring(slash);
        }
        int mark = local.indexOf('?');
        return mark < 0
                ? new RequestHead(id, method, local, "", headers)
                : new RequestHead(id, method, local.substring(0, mark), local.substring(mark + 1), headers);
    }

    /** Whether a body follows (RFC 9112, 6). */
    boolean hasBody() {
        return !headers.all("transfer-encoding").isEmpty()
                || headers.all("content-length").stream().anyMatch(length -> !length.equals("0"));
    }

    /** Whether the body is in a coding that nobody here reads. */
    boolean isEncoded() {
        List<String> codings = headers.all("content-encoding");
        return !codings.isEmpty() && !(codings.size() == 1 && "identity".equalsIgnoreCase(codings.getFirst()));
    }

    @Override
    public String toString() {
        return id + " " + method;
    }
}
