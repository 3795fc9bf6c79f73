package dev.penstock.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A peer of bare sockets whose every byte, FIN and RST is placed by hand. It counts what it fully read: the judge of how
 * often something was sent.
 */
public final class RawPeer implements AutoCloseable {

    private final ServerSocket listener;
    private final Script script;
    private final List<Visit> visits = new CopyOnWriteArrayList<>();
    private final AtomicInteger requests = new AtomicInteger();

    /** What the peer does on one connection; it is closed at the end. */
    @FunctionalInterface
    public interface Script {
        void play(Visit visit) throws IOException, InterruptedException;
    }

    private RawPeer(ServerSocket listener, Script script) {
        this.listener = listener;
        this.script = script;
    }

    public static RawPeer playing(Script script) {
        try {
            return listening(new ServerSocket(0, 200, InetAddress.getLoopbackAddress()), script);
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }

    public static RawPeer listening(ServerSocket listener, Script script) {
        RawPeer peer = new RawPeer(listener, script);
        Thread.ofVirtual().start(peer::accept);
        return peer;
    }

    /** Answers every request on a kept connection with the same bytes. */
    public static RawPeer answering(String response) {
        return playing(visit -> {
            while (visit.readRequest() != null) {
                visit.write(response);
            }
        });
    }

    public Origin origin() {
        return Origin.of(URI.create("http://127.0.0.1:" + listener.getLocalPort()));
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** Requests that were read to their last byte. */
    public int requests() {
        return requests.get();
    }

    public int connections() {
        return visits.size();
    }

    /** A connection, in the order of their coming; waits until it has come. */
    public Visit visit(int index) throws InterruptedException {
        Eventually.is(() -> visits.size() > index);
        return visits.get(index);
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Visit visit : visits) {
            visit.socket.close();
        }
    }

    private void accept() {
        try {
            while (true) {
                Visit visit = new Visit(listener.accept());
                visits.add(visit);
                Thread.ofVirtual().start(() -> play(visit));
            }
        } catch (IOException closed) {
            // The end of the test.
        }
    }

    private void play(Visit visit) {
        try (visit.socket) {
            script.play(visit);
        } catch (IOException | InterruptedException gone) {
            // The other side left, which is what many tests are about.
        } finally {
            visit.over.countDown();
        }
    }

    /** One connection. */
    public final class Visit {

        private final Socket socket;
        private final CountDownLatch over = new CountDownLatch(1);
        private volatile @Nullable String lastHead;

        private Visit(Socket socket) {
            this.socket = socket;
        }

        public Socket socket() {
            return socket;
        }

        /** Reads a whole request; null at the end of the stream. */
        public byte @Nullable [] readRequest() throws IOException {
            String head = readHead();
            if (head == null) {
                return null;
            }
            int length = head.toLowerCase(Locale.ROOT)
                    .lines()
                    .filter(line -> line.startsWith("content-length:"))
                    .mapToInt(line -> Integer.parseInt(line.substring(15).strip()))
                    .findFirst()
                    .orElse(0);
            byte[] body = socket.getInputStream().readNBytes(length);
            if (body.length < length) {
                return null;
            }
            requests.incrementAndGet();
            return body;
        }

        public @Nullable String readHead() throws IOException {
            InputStream in = socket.getInputStream();
            ByteArrayOutputStream head = new ByteArrayOutputStream();
            while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
                int next = in.read();
                if (next < 0) {
                    return null;
                }
                head.write(next);
            }
            lastHead = head.toString(StandardCharsets.ISO_8859_1);
            return lastHead;
        }

        public String lastHead() {
            return Objects.requireNonNull(lastHead);
        }

        public void write(String text) throws IOException {
            write(text.getBytes(StandardCharsets.ISO_8859_1));
        }

        public void write(byte[] bytes) throws IOException {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
        }

        /** Closes with an RST. */
        public void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }

        /** Blocks until the other side has closed, whatever it still sends. */
        public void awaitLeft() throws IOException {
            byte[] sink = new byte[8192];
            try {
                while (socket.getInputStream().read(sink) >= 0) {
                    // What comes is not looked at.
                }
            } catch (IOException reset) {
                // Left with an RST.
            }
        }

        /** Blocks until the script is over. */
        public void awaitOver() throws InterruptedException {
            over.await();
        }
    }
}
