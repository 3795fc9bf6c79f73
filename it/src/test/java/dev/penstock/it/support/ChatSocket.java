package dev.penstock.it.support;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** One chat call on a connection of its own: when it is read, and how it ends, is the test's choice. Not thread-safe. */
public final class ChatSocket implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 240_000;

    private static final String CHAT = "/v1/chat/completions";
    private static final String OPERATIONS = "/v1/operations";

    private static final String LAST_CHUNK = "\r\n0\r\n\r\n";

    private final Socket socket = new Socket();
    private final InputStream in;

    private ChatSocket(int port, int receiveBuffer) throws IOException {
        if (receiveBuffer > 0) {
            socket.setReceiveBufferSize(receiveBuffer);
        }
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream(), receiveBuffer > 0 ? 1 : 8192);
    }

    /** Sends a call and reads nothing yet. */
    public static ChatSocket send(GatewayProcess gateway, Chat chat) throws IOException {
        return send(gateway.port(), gateway.clientKey(), chat, 0);
    }

    /**
     * Sends a call and reads nothing yet.
     *
     * @param receiveBuffer bytes that the connection takes without being read; 0 for the usual
     */
    public static ChatSocket send(int port, String apiKey, Chat chat, int receiveBuffer) throws IOException {
        return send(new ChatSocket(port, receiveBuffer), CHAT, apiKey, chat);
    }

    /** Gives a call in to be done without anybody waiting, and reads nothing yet. */
    public static ChatSocket submit(int port, String apiKey, Chat chat) throws IOException {
        return send(new ChatSocket(port, 0), OPERATIONS, apiKey, chat);
    }

    private static ChatSocket send(ChatSocket call, String path, String apiKey, Chat chat) throws IOException {
        try {
            call.write(path, apiKey, chat);
            return call;
        } catch (IOException e) {
            call.close();
            throw e;
        }
    }

    /** Sends a call and reads its answer. */
    public static Said ask(GatewayProcess gateway, Chat chat) throws IOException {
        try (ChatSocket call = send(gateway, chat)) {
            return call.read();
        }
    }

    /** Waits for so long for what comes next, where the usual patience is too little. */
    public ChatSocket patient(Duration patience) throws IOException {
        socket.setSoTimeout(Math.toIntExact(patience.toMillis()));
        return this;
    }

    private void write(String path, String apiKey, Chat chat) throws IOException {
        StringBuilder head = new StringBuilder("POST " + path + " HTTP/1.1\r\nHost: gateway\r\n");
        head.append("Authorization: Bearer ").append(apiKey).append("\r\n");
        head.append("Content-Type: application/json\r\n");
        chat.headers().forEach(header -> head.append(header).append("\r\n"));
        String body = chat.body();
        head.append("Content-Length: ").append(body.length()).append("\r\n\r\n").append(body);
        socket.getOutputStream().write(head.toString().getBytes(StandardCharsets.US_ASCII));
    }

    /** Reads the whole answer; one that is cut without having said so in an event is an {@link IOException}. */
    public Said read() throws IOException {
        String status = line();
        Map<String, String> headers = new HashMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        boolean whole = true;
        if (headers.containsKey("content-length")) {
            body.writeBytes(bytes(Integer.parseInt(headers.get("content-length"))));
        } else {
            whole = chunks(body);
        }
        return new Said(Integer.parseInt(status.split(" ")[1]), headers, body.toString(StandardCharsets.UTF_8), whole);
    }

    /** Reads until some text has come. */
    public void readUntil(String text) throws IOException {
        StringBuilder read = new StringBuilder();
        while (read.indexOf(text) < 0) {
            read.append((char) next());
        }
    }

    /** Reads what is left; whether it is all of it, its framing ended. */
    public boolean isReadToItsEnd() {
        String end = "";
        byte[] some = new byte[8192];
        try {
            for (int count = in.read(some); count >= 0; count = in.read(some)) {
                String read = end + new String(some, 0, count, StandardCharsets.ISO_8859_1);
                end = read.substring(Math.max(0, read.length() - LAST_CHUNK.length()));
            }
        } catch (IOException e) {
            return false;
        }
        return end.equals(LAST_CHUNK);
    }

    /** Leaves with a reset. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /** Behind an error event the stream is broken off, so that nobody takes it for whole; returns whether it is. */
    private boolean chunks(ByteArrayOutputStream body) throws IOException {
        try {
            for (int size = chunkSize(); size > 0; size = chunkSize()) {
                body.writeBytes(bytes(size));
                line();
            }
            line();
            return true;
        } catch (IOException e) {
            if (!body.toString(StandardCharsets.UTF_8).contains("data: {\"error\":")) {
                throw e;
            }
            return false;
        }
    }

    private int chunkSize() throws IOException {
        return Integer.parseInt(line(), 16);
    }

    private byte[] bytes(int count) throws IOException {
        byte[] bytes = in.readNBytes(count);
        if (bytes.length < count) {
            throw new EOFException();
        }
        return bytes;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int b = next(); b != '\n'; b = next()) {
            line.append((char) b);
        }
        return line.toString().strip();
    }

    private int next() throws IOException {
        int b = in.read();
        if (b < 0) {
            throw new EOFException();
        }
        return b;
    }
}
