package dev.penstock.gateway.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.gateway.Eventually;
import dev.penstock.store.Bytes;
import dev.penstock.time.Time;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A client that sends ahead of its answers is held back by not being read, and fills no memory")
class AheadTest {

    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final int PIPELINED = 5_000;
    private static final int ANSWER = 8 << 10;

    /** What both kernels may hold, and a little of our own. */
    private static final int MOST_SENT = 12 << 20;

    /** After so many looks at something that stands still, it stands. */
    private static final int LOOKS = 100;

    private final EventLoops loops = EventLoops.start(1);
    private final AtomicInteger served = new AtomicInteger();

    @AfterEach
    void stop() {
        loops.close();
    }

    @Test
    void bodyAheadOfTheAnswer_isNotRead() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        try (HttpServer server = start((exchange, body) -> {
                    answer.await();
                    exchange.reply(Reply.of(200, "text/plain", "done"));
                });
                SocketChannel client = connect(server)) {
            write(client, GET + GET.replace("\r\n\r\n", "\r\nContent-Length: 99999999\r\n\r\n"));

            assertThat(sentUntilHeldBack(client)).isLessThan(MOST_SENT);
            answer.countDown();
            Eventually.holds(() -> client.write(ByteBuffer.allocate(1)) > 0);
        }
    }

    @Test
    void answersNotTaken_requestsNotServed_untilTheyAre() throws Exception {
        try (HttpServer server = start((exchange, body) -> {
                    served.incrementAndGet();
                    exchange.reply(new Reply(200, "text/plain", Map.of(), Bytes.wrap(new byte[ANSWER])));
                });
                SocketChannel client = connect(server)) {
            Thread sending = Thread.ofVirtual().start(() -> write(client, GET.repeat(PIPELINED)));

            assertThat(standing()).isLessThan(PIPELINED / 2);

            ByteBuffer read = ByteBuffer.allocate(64 << 10);
            Eventually.holds(() -> {
                while (client.read(read.clear()) > 0) {
                    Thread.onSpinWait();
                }
                return served.get() == PIPELINED;
            });
            sending.join();
        }
    }

    /** How many were served when no more are. */
    private int standing() {
        int last = -1;
        for (int looks = 0; looks < LOOKS; looks++) {
            if (served.get() != last) {
                last = served.get();
                looks = 0;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
        return last;
    }

    private static long sentUntilHeldBack(SocketChannel client) throws Exception {
        ByteBuffer part = ByteBuffer.allocate(64 << 10);
        long sent = 0;
        for (int looks = 0; looks < LOOKS && sent <= MOST_SENT; looks++) {
            int written = client.write(part.clear());
            if (written > 0) {
                sent += written;
                looks = 0;
            } else {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            }
        }
        return sent;
    }

    private static void write(SocketChannel client, String text) {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
        try {
            while (bytes.hasRemaining()) {
                if (client.write(bytes) == 0) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private HttpServer start(Opening.Course course) {
        Duration ample = Duration.ofMinutes(2);
        ServerSettings settings = new ServerSettings("127.0.0.1", 0, 10, 8 << 10, 128 << 20, ample, ample, ample);
        return HttpServer.start(
                settings,
                head -> new Opening.Accepted(course),
                (status, code, message) -> Reply.of(status, "text/plain", code),
                new ServerParts(loops, Time.system(), new SplittableRandom(1)));
    }

    private static SocketChannel connect(HttpServer server) throws Exception {
        SocketChannel client = SocketChannel.open();
        client.setOption(StandardSocketOptions.SO_RCVBUF, 8 << 10);
        client.setOption(StandardSocketOptions.SO_SNDBUF, 64 << 10);
        client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
        client.configureBlocking(false);
        return client;
    }
}
