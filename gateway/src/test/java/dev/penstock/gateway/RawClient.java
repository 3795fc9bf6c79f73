package dev.penstock.gateway;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A client that places every byte itself. */
final class RawClient implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 20_000;

    private final Socket socket = new Socket();

    RawClient(int port) throws IOException {
        this(port, 0);
    }

    /** With a receive buffer of its own, so that it is full soon. */
    RawClient(int port, int receiveBuffer) throws IOException {
        if (receiveBuffer > 0) {
            socket.setReceiveBufferSize(receiveBuffer);
        }
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        socket.setSoTimeout(PATIENCE_MILLIS);
    }

    Socket socket() {
        return socket;
    }

    RawClient send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        return this;
    }

    /** A chat call. */
    RawClient post(String body, String... moreHeaders) throws IOException {
        StringBuilder head = new StringBuilder("POST /v1/chat/completions HTTP/1.1\r\nHost: gateway\r\n");
        head.append("Authorization: Bearer ").append(GatewayBench.KEY).append("\r\n");
        head.append("Content-Type: application/json\r\n");
        for (String header : moreHeaders) {
            head.append(header).append("\r\n");
        }
        return send(head + "Content-Length: " + body.length() + "\r\n\r\n" + body);
    }

    /** Reads until some text has come; what came, also if the other side ended before. */
    String readUntil(String text) throws IOException {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        InputStream in = socket.getInputStream();
        while (!read.toString(StandardCharsets.UTF_8).contains(text)) {
            int b = in.read();
            if (b < 0) {
                return read.toString(StandardCharsets.UTF_8);
            }
            read.write(b);
        }
        return read.toString(StandardCharsets.UTF_8);
    }

    /** Reads to the end of the connection; a reset ends it as well. */
    String readAll() {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        try {
            socket.getInputStream().transferTo(read);
        } catch (IOException e) {
            read.writeBytes(" <reset>".getBytes(StandardCharsets.US_ASCII));
        }
        return read.toString(StandardCharsets.UTF_8);
    }

    /** Leaves with a reset, whatever is under way. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
