package dev.penstock.gateway.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.gateway.Eventually;
import dev.penstock.store.Bytes;
import dev.penstock.time.Time;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("B071 readers that are slow, or that take nothing")
class ReportB071Test {

    private static final Bytes PART = Bytes.wrap(new byte[8 << 10]);
    private static final Reply STREAM = new Reply(200, "text/event-stream", Map.of(), Bytes.EMPTY);

    /** The server's kernel buffer, the client's, and what this process may hold, with room for doubling by the kernel. */
    private static final long MOST_HELD = 2 << 20;

    private final EventLoops loops = EventLoops.start(1);

    @AfterEach
    void stop() {
        loops.close();
    }

    @Test
    @DisplayName(
            "A stream's writer waits for a reader with a full window, holds little, and is told when it counts as gone")
    void zeroWindow_writerWaits_thenGone() throws Exception {
        AtomicLong written = new AtomicLong();
        CountDownLatch gone = new CountDownLatch(1);
        CountDownLatch told = new CountDownLatch(1);
        try (HttpServer server = start(Duration.ofSeconds(1), (exchange, body) -> {
                    exchange.whenGone(told::countDown);
                    exchange.begin(STREAM);
                    while (exchange.write(PART)) {
                        written.addAndGet(PART.size());
                    }
                    gone.countDown();
                });
                Socket client = connect(server)) {
            request(client);

            assertThat(gone.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(told.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(written.get()).isLessThan(MOST_HELD);
            awaitNoConnections(server);
        }
    }

    @Test
    @DisplayName("A whole answer that nobody takes is let go as well")
    void zeroWindow_wholeReply_closed() throws Exception {
        try (HttpServer server = start(
                        Duration.ofSeconds(1),
                        (exchange, body) ->
                                exchange.reply(new Reply(200, "text/plain", Map.of(), Bytes.wrap(new byte[8 << 20]))));
                Socket client = connect(server)) {
            request(client);

            awaitNoConnections(server);
        }
    }

    @Test
    @DisplayName("A reader that takes a little now and then is not a stalled one")
    void slowReader_served() throws Exception {
        int parts = 100;
        AtomicBoolean whole = new AtomicBoolean();
        try (HttpServer server = start(Duration.ofSeconds(1), (exchange, body) -> {
                    exchange.begin(STREAM);
                    for (int i = 0; i < parts; i++) {
                        if (!exchange.write(PART)) {
                            return;
                        }
                    }
                    exchange.end(Bytes.EMPTY);
                    whole.set(true);
                });
                Socket client = connect(server)) {
            request(client);
            long read = sipped(client.getInputStream());

            assertThat(read).isGreaterThan((long) parts * PART.size());
            assertThat(whole).isTrue();
        }
    }

    /** Reads a little every now and then, up to the end of the framing; how much it was. */
    private static long sipped(InputStream in) throws Exception {
        AtomicLong read = new AtomicLong();
        CompletableFuture<Long> done = new CompletableFuture<>();
        try (ScheduledExecutorService now = Executors.newSingleThreadScheduledExecutor()) {
            byte[] sip = new byte[16 << 10];
            Future<?> sips = now.scheduleAtFixedRate(
                    () -> {
                        try {
                            int count = in.read(sip);
                            read.addAndGet(count);
                            String tail = new String(
                                    sip, Math.max(0, count - 7), Math.min(7, count), StandardCharsets.ISO_8859_1);
                            if (tail.endsWith("\r\n0\r\n\r\n")) {
                                done.complete(read.get());
                            }
                        } catch (IOException | RuntimeException e) {
                            done.completeExceptionally(e);
                        }
                    },
                    50,
                    50,
                    TimeUnit.MILLISECONDS);
            try {
                return done.get(60, TimeUnit.SECONDS);
            } finally {
                sips.cancel(true);
            }
        }
    }

    @Test
    @DisplayName("A handler that throws in a stream cuts it: nobody takes what came for whole")
    void handlerThrows_inStream_cut() throws Exception {
        try (HttpServer server = start(Duration.ofSeconds(5), (exchange, body) -> {
                    exchange.begin(STREAM);
                    exchange.write(Bytes.wrap("data: 1\n\n".getBytes(StandardCharsets.US_ASCII)));
                    throw new IllegalStateException("canary");
                });
                Socket client = connect(server)) {
            request(client);
            String answer = readAll(client);

            assertThat(answer)
                    .startsWith("HTTP/1.1 200")
                    .doesNotContain("\r\n0\r\n")
                    .doesNotContain("canary");
            awaitNoConnections(server);
        }
    }

    private HttpServer start(Duration writeStall, Opening.Course course) {
        ServerSettings settings = new ServerSettings(
                "127.0.0.1", 0, 10, 8 << 10, 1 << 20, Duration.ofMinutes(1), Duration.ofMinutes(1), writeStall);
        return HttpServer.start(
                settings,
                head -> new Opening.Accepted(course),
                (status, code, message) -> Reply.of(status, "text/plain", code),
                new ServerParts(loops, Time.system(), new SplittableRandom(1)));
    }

    private static Socket connect(HttpServer server) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(8 << 10);
        socket.setSoTimeout(20_000);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
        return socket;
    }

    private static void request(Socket client) throws IOException {
        client.getOutputStream().write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    }

    private static String readAll(Socket client) {
        StringBuilder read = new StringBuilder();
        try {
            for (int b = client.getInputStream().read();
                    b >= 0;
                    b = client.getInputStream().read()) {
                read.append((char) b);
            }
        } catch (IOException e) {
            read.append("<reset>");
        }
        return read.toString();
    }

    private static void awaitNoConnections(HttpServer server) throws Exception {
        Eventually.holds(() -> server.connections() + server.requests() == 0);
    }
}
