package dev.penstock.simulator.wire;

import dev.penstock.simulator.script.Header;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The head of a response, built field by field. Not thread-safe. */
public final class ResponseHead {

    private final int status;
    private final List<Header> headers = new ArrayList<>();

    /**
     * A head without fields.
     *
     * @param status its status
     */
    public ResponseHead(int status) {
        this.status = status;
    }

    /**
     * Adds a field.
     *
     * @param name its name
     * @param value its value
     * @return this
     */
    public ResponseHead add(String name, String value) {
        headers.add(new Header(name, value));
        return this;
    }

    /**
     * Adds fields that replace those already there under the same names.
     *
     * @param others the fields
     * @return this
     */
    public ResponseHead replace(List<Header> others) {
        headers.removeIf(own -> others.stream().anyMatch(other -> other.name().equalsIgnoreCase(own.name())));
        headers.addAll(others);
        return this;
    }

    /**
     * The head on the wire.
     *
     * @return its bytes, the empty line included
     */
    public byte[] toBytes() {
        StringBuilder head = new StringBuilder(256);
        head.append("HTTP/1.1 ").append(status).append(' ').append(reason()).append("\r\n");
        for (Header header : headers) {
            head.append(header.name()).append(": ").append(header.value()).append("\r\n");
        }
        return head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8);
    }

    private String reason() {
        return switch (status) {
            case 200 -> "OK";
            case 201 -> "Created";
            case 204 -> "No Content";
            case 301 -> "Moved Permanently";
            case 302 -> "Found";
            case 303 -> "See Other";
            case 307 -> "Temporary Redirect";
            case 308 -> "Permanent Redirect";
            case 400 -> "Bad Request";
            case 401 -> "Unauthorized";
            case 402 -> "Payment Required";
            case 403 -> "Forbidden";
            case 404 -> "Not Found";
            case 405 -> "Method Not Allowed";
            case 408 -> "Request Timeout";
            case 409 -> "Conflict";
            case 413 -> "Content Too Large";
            case 422 -> "Unprocessable Content";
            case 429 -> "Too Many Requests";
            case 431 -> "Request Header Fields Too Large";
            case 500 -> "Internal Server Error";
            case 501 -> "Not Implemented";
            case 502 -> "Bad Gateway";
            case 503 -> "Service Unavailable";
            case 504 -> "Gateway Timeout";
            case 505 -> "HTTP Version Not Supported";
            default -> "Simulated";
        };
    }
}
