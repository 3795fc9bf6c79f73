package dev.penstock.http;

import dev.penstock.time.Time;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.IntConsumer;

/** What most tests ask for: one POST and everything it brings. */
public final class Exchanges {

    private Exchanges() {}

    public static TransportRequest post(Origin origin, String body) {
        return TransportRequest.post(
                origin,
                "/v1/chat/completions",
                RequestHeaders.NONE.contentType("application/json").bearer(Credential.of("sk-planted-secret")),
                body.getBytes(StandardCharsets.UTF_8));
    }

    /** Limits on the real clock that no test is meant to reach. */
    public static ExchangeLimits ample() {
        return ExchangeLimits.until(Time.system().deadlineAfter(Duration.ofMinutes(5)));
    }

    public static Result run(Transport transport, TransportRequest request, ExchangeLimits limits)
            throws InterruptedException {
        try (Exchange exchange = transport.open(request, limits)) {
            return run(exchange);
        }
    }

    public static Result run(Exchange exchange) throws InterruptedException {
        return run(exchange, size -> {});
    }

    private static Result run(Exchange exchange, IntConsumer onRead) throws InterruptedException {
        Optional<ResponseHead> head = exchange.send(SendGuard.OPEN);
        String body = readAll(exchange, onRead);
        return new Result(head, body, exchange);
    }

    /** Runs it on a thread of its own, so that the test may let time pass meanwhile. */
    public static Future<Result> start(Exchange exchange) {
        return start(exchange, size -> {});
    }

    /** The same, and tells the size of every part that was read. */
    public static Future<Result> start(Exchange exchange, IntConsumer onRead) {
        var task = new FutureTask<>(() -> run(exchange, onRead));
        Thread.ofVirtual().start(task);
        return task;
    }

    public static String readAll(Exchange exchange) throws InterruptedException {
        return readAll(exchange, size -> {});
    }

    private static String readAll(Exchange exchange, IntConsumer onRead) throws InterruptedException {
        var all = new ByteArrayOutputStream();
        for (byte[] part = exchange.read(); part != null; part = exchange.read()) {
            all.writeBytes(part);
            onRead.accept(part.length);
        }
        return all.toString(StandardCharsets.UTF_8);
    }

    public record Result(Optional<ResponseHead> answered, String body, Exchange exchange) {
        public ResponseHead head() {
            return answered.orElseThrow();
        }
    }
}
