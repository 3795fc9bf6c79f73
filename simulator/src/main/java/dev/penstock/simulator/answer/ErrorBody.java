package dev.penstock.simulator.answer;

import java.nio.charset.StandardCharsets;

/** The bodies with which the provider explains a status (api-docs.deepseek.com, "Error Codes", reviewed 2026-10-02). */
public final class ErrorBody {

    private ErrorBody() {}

    /**
     * The body of a status.
     *
     * @param status the status
     * @return a JSON error object
     */
    public static byte[] of(int status) {
        return switch (status) {
            case 400 -> of("Invalid Format", "invalid_request_error", "invalid_request_error");
            case 401 -> of("Authentication Fails", "authentication_error", "invalid_request_error");
            case 402 -> of("Insufficient Balance", "unknown_error", "invalid_request_error");
            case 403 -> of("Forbidden", "permission_error", "forbidden");
            case 404 -> of("Not Found", "invalid_request_error", "not_found");
            case 422 -> of("Invalid Parameters", "invalid_request_error", "invalid_request_error");
            case 429 -> of("Rate Limit Reached", "rate_limit_error", "rate_limit_reached");
            case 500 -> of("Server Error", "server_error", "internal_error");
            case 503 -> of("Server Overloaded", "server_error", "service_unavailable");
            default -> of("Status " + status, status < 500 ? "invalid_request_error" : "server_error", "simulated");
        };
    }

    /**
     * A body of its own.
     *
     * @param message what is wrong
     * @param type the kind of error
     * @param code its code
     * @return a JSON error object
     */
    public static byte[] of(String message, String type, String code) {
        String json = "{\"error\":{\"message\":" + Json.quote(message) + ",\"type\":" + Json.quote(type)
                + ",\"param\":null,\"code\":" + Json.quote(code) + "}}";
        return json.getBytes(StandardCharsets.UTF_8);
    }
}
