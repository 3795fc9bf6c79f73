package dev.penstock.it.gateway.cut;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The bytes of a whole streamed response, head included, and what a reader may know after any number of them. Its own
 * reading of chunks and events shares nothing with the gateway's.
 *
 * @param bytes as they came, each byte one character
 */
record Recording(String bytes) {

    private static final JsonMapper JSON = new JsonMapper();

    private static final String LAST_CHUNK = "\r\n0\r\n\r\n";

    /** Asks a provider for a stream and keeps what it sends up to the last chunk. */
    static Recording of(int port, String body) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            String request = "POST /chat/completions HTTP/1.1\r\nHost: provider\r\nContent-Type: application/json\r\n"
                    + "Content-Length: " + body.length() + "\r\n\r\n" + body;
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            StringBuilder read = new StringBuilder();
            InputStream in = new BufferedInputStream(socket.getInputStream());
            for (int b = in.read(); b >= 0; b = in.read()) {
                read.append((char) b);
                if (b == '\n' && read.indexOf(LAST_CHUNK, read.length() - LAST_CHUNK.length()) >= 0) {
                    break;
                }
            }
            return new Recording(read.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int size() {
        return bytes.length();
    }

    /** The text in the events that are complete after so many bytes. */
    String textAfter(int count) {
        return events(count)
                .lines()
                .filter(line -> line.startsWith("data: {"))
                .map(line -> JSON.readTree(line.substring("data: ".length())))
                .map(Recording::content)
                .collect(Collectors.joining());
    }

    /** Whether the finish reason has come, in a complete event, after so many bytes. */
    boolean isFinishedAfter(int count) {
        return events(count).contains("\"finish_reason\":\"stop\"");
    }

    private static String content(JsonNode event) {
        return event.at("/choices/0/delta/content").asString("");
    }

    /** The events whose blank line has come. */
    private String events(int count) {
        String body = body(bytes.substring(0, count));
        int end = body.lastIndexOf("\n\n");
        return end < 0 ? "" : body.substring(0, end);
    }

    /** The body so far, without its chunks' sizes. */
    private static String body(String prefix) {
        int at = prefix.indexOf("\r\n\r\n");
        StringBuilder body = new StringBuilder();
        at = at < 0 ? prefix.length() : at + 4;
        while (at < prefix.length()) {
            int line = prefix.indexOf("\r\n", at);
            if (line < 0) {
                return body.toString();
            }
            int size = Integer.parseInt(prefix.substring(at, line), 16);
            int end = Math.min(line + 2 + size, prefix.length());
            body.append(prefix, line + 2, end);
            at = end + 2;
        }
        return body.toString();
    }
}
