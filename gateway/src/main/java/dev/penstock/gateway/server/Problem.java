package dev.penstock.gateway.server;

import dev.penstock.store.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Errors as problem documents (RFC 9457). */
public final class Problem {

    /** Their media type. */
    public static final String MEDIA_TYPE = "application/problem+json";

    private Problem() {}

    /**
     * A problem.
     *
     * @param status the HTTP status
     * @param code a stable code; it stands in {@code title}
     * @param detail for people; holds nothing of a prompt or an answer
     * @return the reply
     */
    public static Reply of(int status, String code, String detail) {
        return of(document(status, code, detail));
    }

    /**
     * A problem with members of its own.
     *
     * @param document from {@link #document}
     * @return the reply
     */
    public static Reply of(ObjectNode document) {
        return new Reply(
                document.get("status").intValue(),
                MEDIA_TYPE,
                Map.of(),
                Bytes.wrap(document.toString().getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * A problem to which members may be added.
     *
     * @param status the HTTP status
     * @param code a stable code; it stands in {@code title}
     * @param detail for people; holds nothing of a prompt or an answer
     * @return the document
     */
    public static ObjectNode document(int status, String code, String detail) {
        return JsonMapper.shared()
                .createObjectNode()
                .put("type", "about:blank")
                .put("title", code)
                .put("status", status)
                .put("detail", detail);
    }
}
