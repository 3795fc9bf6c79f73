package dev.penstock.simulator.script;

/** Answers that are not what they should be. */
public enum Malformed {
    /** Something that is not HTTP. */
    HTTP,
    /** A chunked body with a size that is no number. */
    CHUNK,
    /** Half a JSON object under a complete framing. */
    JSON,
    /** An event whose data is not JSON. */
    EVENT,
    /** A web page with status 200. */
    HTML;

    private static final String PAGE = """
            <!doctype html>
            <html><head><title>Just a moment...</title></head><body><h1>Checking your browser</h1></body></html>
            """;

    BehaviourBuilder apply(BehaviourBuilder builder) {
        return switch (this) {
            case HTTP -> builder.raw(bytes("220 this is no web server\r\n\r\n"));
            case CHUNK ->
                builder.raw(bytes(String.join(
                        "\r\n",
                        "HTTP/1.1 200 OK",
                        "Content-Type: application/json",
                        "Transfer-Encoding: chunked",
                        "",
                        "zz",
                        "{\"id\":",
                        "")));
            case JSON -> builder.status(200, "application/json", "{\"id\":\"x\",\"choices\":[{\"index\":0,");
            case EVENT -> builder.status(200, "text/event-stream", "data: {\"choices\":[{]}\n\ndata: [DONE]\n\n");
            case HTML -> builder.status(200, "text/html; charset=utf-8", PAGE);
        };
    }

    private static byte[] bytes(String text) {
        return Octets.of(text).toBytes();
    }
}
