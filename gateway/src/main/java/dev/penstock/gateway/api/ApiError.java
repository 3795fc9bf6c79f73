package dev.penstock.gateway.api;

import dev.penstock.store.Bytes;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * An error in the envelope that OpenAI's clients read: {@code {"error":{message,type,param,code}}}.
 *
 * @param status the HTTP status
 * @param code a stable code
 * @param message for people; holds nothing of a prompt or an answer of ours
 * @param param the request's member or header field that is at fault, null if there is none
 */
public record ApiError(
        int status, String code, String message, @Nullable String param) {

    /**
     * An error that no single member of the request is at fault for.
     *
     * @param status the HTTP status
     * @param code a stable code
     * @param message for people
     * @return the error
     */
    public static ApiError of(int status, String code, String message) {
        return new ApiError(status, code, message, null);
    }

    /**
     * The envelope.
     *
     * @return JSON without line breaks
     */
    public String toJson() {
        ObjectNode envelope = JsonMapper.shared().createObjectNode();
        envelope.putObject("error")
                .put("message", message)
                .put("type", type())
                .put("param", param)
                .put("code", code);
        return envelope.toString();
    }

    /**
     * The error inside a stream that had begun.
     *
     * @return one event
     */
    public Bytes toEvent() {
        return Bytes.wrap(("data: " + toJson() + "\n\n").getBytes(StandardCharsets.UTF_8));
    }

    private String type() {
        return switch (status) {
            case 401 -> "authentication_error";
            case 409 -> "conflict_error";
            case 424 -> "upstream_error";
            case 429 -> "rate_limit_error";
            default -> status >= 500 ? "server_error" : "invalid_request_error";
        };
    }
}
