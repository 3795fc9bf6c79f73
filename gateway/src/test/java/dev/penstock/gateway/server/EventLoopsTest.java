package dev.penstock.gateway.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.time.Time;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollServerSocketChannel;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("ADR 0013 a server serves by epoll and by the JDK's selectors alike")
class EventLoopsTest {

    private static final byte[] GET = "GET / HTTP/1.1\r\nHost: here\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    /** The two kinds. */
    enum Kind {
        EPOLL,
        NIO;

        EventLoops start() {
            return switch (this) {
                case EPOLL -> EventLoops.epoll(1);
                case NIO -> EventLoops.nio(1);
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void request_answered(Kind kind) throws Exception {
        try (EventLoops loops = kind.start();
                HttpServer server =
                        start(loops, (exchange, body) -> exchange.reply(Reply.of(200, "text/plain", "done")));
                Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            client.getOutputStream().write(GET);

            byte[] begin = client.getInputStream().readNBytes(15);
            assertThat(new String(begin, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 200 OK");
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("B067 a client that leaves while nothing is written to it is noticed")
    void clientLeaves_noticed(Kind kind) throws Exception {
        CountDownLatch serving = new CountDownLatch(1);
        CountDownLatch gone = new CountDownLatch(1);
        try (EventLoops loops = kind.start();
                HttpServer server = start(loops, (exchange, body) -> {
                    exchange.whenGone(gone::countDown);
                    serving.countDown();
                    gone.await();
                })) {
            try (Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
                client.getOutputStream().write(GET);
                assertThat(serving.await(20, TimeUnit.SECONDS)).isTrue();
            }

            assertThat(gone.await(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    @DisplayName("the native library loads where it is shipped for")
    void linux_hasEpoll() {
        assertThat(Epoll.isAvailable()).isTrue();
        try (EventLoops loops = EventLoops.start(1)) {
            assertThat(loops.channel()).isEqualTo(EpollServerSocketChannel.class);
        }
    }

    private static HttpServer start(EventLoops loops, Opening.Course course) {
        Duration minute = Duration.ofMinutes(1);
        ServerSettings settings = new ServerSettings("127.0.0.1", 0, 10, 8 << 10, 1 << 20, minute, minute, minute);
        return HttpServer.start(
                settings,
                head -> new Opening.Accepted(course),
                (status, code, message) -> Reply.of(status, "text/plain", message),
                new ServerParts(loops, Time.system(), new SplittableRandom(1)));
    }
}
