package dev.penstock.simulator;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/** A client that sees every byte, and how the connection ends. */
final class RawClient implements AutoCloseable {

    private final Socket socket;
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();

    RawClient(Simulator simulator) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), simulator.port());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(20_000);
    }

    /** What a connection ends with. */
    enum End {
        FIN,
        RST
    }

    static String chat(String model, boolean stream, String content) {
        return body("{\"model\":\"" + model + "\",\"stream\":" + stream
                + ",\"messages\":[{\"role\":\"user\",\"content\":\"" + content + "\"}]}");
    }

    static String body(String json) {
        return "POST /v1/chat/completions HTTP/1.1\r\nHost: sim\r\nContent-Type: application/json\r\n"
                + "Content-Length: " + json.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + json;
    }

    static String get(String target) {
        return "GET " + target + " HTTP/1.1\r\nHost: sim\r\n\r\n";
    }

    RawClient send(String bytes) throws IOException {
        socket.getOutputStream().write(bytes.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    /** Reads until the connection ends. */
    End readToEnd() throws IOException {
        byte[] piece = new byte[4_096];
        try {
            InputStream in = socket.getInputStream();
            for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
                received.write(piece, 0, count);
            }
            return End.FIN;
        } catch (SocketException e) {
            return End.RST;
        }
    }

    /** Reads until a text has come, or the connection ends. */
    RawClient readUntil(String text) throws IOException {
        while (!text().contains(text)) {
            int next = socket.getInputStream().read();
            if (next < 0) {
                break;
            }
            received.write(next);
        }
        return this;
    }

    /** Reads one answer with a content-length and forgets what came before. */
    String readAnswer() throws IOException {
        received.reset();
        readUntil("\r\n\r\n");
        String head = text();
        int at = head.indexOf("Content-Length: ") + 16;
        int length = Integer.parseInt(head.substring(at, head.indexOf('\r', at)));
        received.writeBytes(socket.getInputStream().readNBytes(length));
        return text();
    }

    String text() {
        return received.toString(StandardCharsets.UTF_8);
    }

    byte[] bytes() {
        return received.toByteArray();
    }

    void finishSending() throws IOException {
        socket.shutdownOutput();
    }

    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
