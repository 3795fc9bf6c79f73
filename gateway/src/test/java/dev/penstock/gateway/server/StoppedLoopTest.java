package dev.penstock.gateway.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.store.Bytes;
import dev.penstock.time.Time;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("A request that answers after the event loops have stopped: its answer is dropped, and nothing is thrown")
class StoppedLoopTest {

    private static final Reply REPLY = new Reply(200, "text/plain", Map.of(), Bytes.wrap(new byte[] {'a'}));

    /** The ways to answer. */
    enum Way {
        REPLY {
            @Override
            void answer(Exchange exchange) {
                exchange.reply(StoppedLoopTest.REPLY);
            }
        },
        STREAM {
            @Override
            void answer(Exchange exchange) throws InterruptedException {
                exchange.begin(StoppedLoopTest.REPLY);
                assertThat(exchange.write(Bytes.wrap(new byte[] {'b'}))).isFalse();
                exchange.end(Bytes.EMPTY);
            }
        },
        CUT {
            @Override
            void answer(Exchange exchange) {
                exchange.cut();
            }
        };

        abstract void answer(Exchange exchange) throws InterruptedException;
    }

    @ParameterizedTest
    @EnumSource
    void answerAfterTheLoops_dropped(Way way) throws Exception {
        EventLoops loops = EventLoops.start(1);
        CountDownLatch serving = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        CompletableFuture<Exchange> answered = new CompletableFuture<>();
        try (HttpServer server = start(loops, (exchange, body) -> {
                    serving.countDown();
                    stopped.await();
                    try {
                        way.answer(exchange);
                        answered.complete(exchange);
                    } catch (RuntimeException | Error e) {
                        answered.completeExceptionally(e);
                    }
                });
                Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            client.getOutputStream().write("GET / HTTP/1.1\r\nHost: here\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(serving.await(20, TimeUnit.SECONDS)).isTrue();
            loops.close();
            stopped.countDown();

            assertThat(answered.get(20, TimeUnit.SECONDS).isAnswered()).isTrue();
        }
    }

    private static HttpServer start(EventLoops loops, Opening.Course course) {
        Duration minute = Duration.ofMinutes(1);
        ServerSettings settings = new ServerSettings("127.0.0.1", 0, 10, 8 << 10, 1 << 20, minute, minute, minute);
        return HttpServer.start(
                settings,
                head -> new Opening.Accepted(course),
                (status, code, message) -> REPLY,
                new ServerParts(loops, Time.system(), new SplittableRandom(1)));
    }
}
