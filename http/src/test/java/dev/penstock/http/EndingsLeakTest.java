package dev.penstock.http;

import static dev.penstock.http.Exchanges.post;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.Ending.AbortCause;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayName("B071 R-DEADLINE-6 a thousand endings of every kind leave nothing behind")
@Timeout(120)
class EndingsLeakTest {

    private static final int ROUNDS = 1_000;
    private static final int AT_ONCE = 16;

    private enum Kind {
        WHOLE,
        UNTIL_CLOSE,
        EOF,
        RESET,
        CUT,
        NOT_HTTP,
        SILENT,
        ABORTED,
        DROPPED,
        DONE_LEFT_OPEN,
        DONE_THEN_END,
        REFUSED,
        TOO_LARGE,
        BROKEN_GZIP,
        INTERRUPTED
    }

    @RegisterExtension
    private final Transports transports = new Transports(TransportConfig.defaults());

    @Test
    void mixedEndings_returnToTheBaseline() throws Exception {
        long seed = Optional.ofNullable(Long.getLong("seed")).orElse(71L);
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        List<Future<?>> calls = new ArrayList<>();
        Semaphore places = new Semaphore(AT_ONCE);
        var seen = ConcurrentHashMap.newKeySet();
        try (RawPeer peer = RawPeer.playing(EndingsLeakTest::play);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> clock = threads.submit(this::letTimePass);
            for (int i = 0; i < ROUNDS; i++) {
                Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
                places.acquire();
                calls.add(threads.submit(() -> {
                    try {
                        call(peer.origin(), kind);
                        seen.add(kind);
                    } finally {
                        places.release();
                    }
                    return null;
                }));
            }
            for (Future<?> call : calls) {
                call.get();
            }
            clock.cancel(true);
            assertThat(seen).as("seed %d", seed).hasSize(Kind.values().length);
            Eventually.is(() -> {
                transports.time().advance(Duration.ofSeconds(1));
                return transports.transport().stats().equals(new TransportStats(0, 0, 0))
                        && transports.time().pendingTimers() == 0;
            });
        }
        transports.transport().close();
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith("penstock-io"));
    }

    private Void letTimePass() throws InterruptedException {
        while (true) {
            transports.time().advance(Duration.ofMillis(10));
            Thread.sleep(1);
        }
    }

    private void call(Origin origin, Kind kind) throws InterruptedException {
        ExchangeLimits limits = switch (kind) {
            case SILENT, DROPPED ->
                ExchangeLimits.until(transports.time().time().deadlineAfter(Duration.ofMillis(100)));
            case TOO_LARGE -> transports.limits().withMaxBody(1);
            default -> transports.limits();
        };
        Exchange exchange = transports.transport().open(post(origin, kind.name()), limits);
        switch (kind) {
            case DROPPED -> exchange.send(SendGuard.OPEN);
            case REFUSED -> exchange.send(() -> Optional.of(AbortCause.DEADLINE));
            case INTERRUPTED -> interrupted(exchange);
            case ABORTED -> {
                Thread.ofVirtual().start(() -> exchange.abort(AbortCause.CANCELLED));
                Exchanges.run(exchange);
            }
            case DONE_LEFT_OPEN, DONE_THEN_END -> {
                exchange.send(SendGuard.OPEN);
                exchange.read();
                exchange.complete();
            }
            default -> Exchanges.run(exchange);
        }
        if (kind != Kind.DROPPED) {
            exchange.close();
        }
    }

    private static void interrupted(Exchange exchange) {
        Thread.currentThread().interrupt();
        try {
            Exchanges.run(exchange);
            throw new AssertionError("an interrupt must be seen");
        } catch (InterruptedException expected) {
            exchange.close();
        }
    }

    private static void play(RawPeer.Visit visit) throws IOException {
        for (byte[] body = visit.readRequest(); body != null; body = visit.readRequest()) {
            switch (Kind.valueOf(new String(body, StandardCharsets.UTF_8))) {
                case WHOLE, REFUSED, TOO_LARGE -> visit.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
                case UNTIL_CLOSE -> {
                    visit.write("HTTP/1.1 200 OK\r\n\r\nhello");
                    return;
                }
                case EOF -> {
                    return;
                }
                case RESET -> {
                    visit.reset();
                    return;
                }
                case CUT -> {
                    visit.write("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello");
                    return;
                }
                case NOT_HTTP -> visit.write("NOT HTTP AT ALL\r\n\r\n");
                case SILENT, ABORTED, INTERRUPTED -> visit.awaitLeft();
                case DROPPED, DONE_LEFT_OPEN ->
                    visit.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n");
                case DONE_THEN_END -> {
                    visit.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n");
                    visit.write("0\r\n\r\n");
                }
                case BROKEN_GZIP ->
                    visit.write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello");
            }
        }
    }
}
