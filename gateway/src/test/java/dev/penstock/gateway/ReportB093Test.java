package dev.penstock.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.simulator.script.FaultScript;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** B093: no key, prompt, answer or idempotency key in what the gateway logs, measures or says about a failure. */
class ReportB093Test {

    private static final List<String> ALLOWED = List.of(
            "time",
            "level",
            "event",
            "tenant",
            "key_sha256",
            "attempt",
            "retry",
            "provider",
            "route",
            "model",
            "category",
            "row",
            "status",
            "sent",
            "first_byte_ms",
            "first_content_ms",
            "duration_ms",
            "state",
            "reason",
            "recorded",
            "attempts",
            "elapsed_ms",
            "input_tokens",
            "output_tokens",
            "cost",
            "currency",
            "scope",
            "what");

    @TempDir
    private Path folder;

    @Test
    @DisplayName("B093 R-PRIVACY-1 success, retry, rejection and refusal leave no canary in logs, figures and errors")
    void everyWay_leavesNothing() {
        Queue<String> everything = new ConcurrentLinkedQueue<>();
        FaultScript troubled = FaultScript.builder()
                .rule("busy", when -> when.first(1), then -> then.status(503))
                .build();
        try (Listening logs = new Listening(everything);
                RuntimeBench bench = new RuntimeBench(folder, troubled)) {
            HttpResponse<String> answered = chat(bench, RuntimeBench.BODY, "idempotency-key", "KEY-CANARY");
            assertThat(answered.statusCode()).isEqualTo(200);
            everything.add(chat(bench, RuntimeBench.BODY + "}").body());
            everything.add(chat(bench, RuntimeBench.BODY, "x-penstock-priority", "HEADER-CANARY")
                    .body());
            everything.add(bench.ask(bench.gateway().apiPort(), "WRONG-CANARY", "GET", "/v1/operations", "")
                    .body());
            everything.add(bench.ask(bench.gateway().adminPort(), "WRONG-CANARY", "GET", "/metrics", "")
                    .body());
            everything.add(bench.admin("GET", "/metrics").body());
            bench.gateway().close();
            everything.add(bench.log());

            String answer = JsonMapper.shared()
                    .readTree(answered.body())
                    .at("/choices/0/message/content")
                    .stringValue();
            assertThat(String.join("", everything).toUpperCase(Locale.ROOT))
                    .doesNotContain("CANARY", answer.toUpperCase(Locale.ROOT));
            assertThat(bench.log().lines()).isNotEmpty().allSatisfy(line -> {
                JsonNode json = JsonMapper.shared().readTree(line);
                assertThat(ALLOWED).containsAll(json.propertyNames());
            });
            assertThat(logs.fineLines())
                    .as("what is logged at the finest level was heard")
                    .isPositive();
        }
    }

    private static HttpResponse<String> chat(RuntimeBench bench, String body, String... headers) {
        return bench.api("POST", "/v1/chat/completions", body, headers);
    }

    /** Hears every log at its finest, as it would be written, until it is closed. */
    private static final class Listening extends Handler implements AutoCloseable {

        private final Formatter formatter = new SimpleFormatter();
        private final AtomicInteger fine = new AtomicInteger();
        private final Map<Logger, Optional<Level>> before = new LinkedHashMap<>();
        private final Queue<String> heard;

        Listening(Queue<String> heard) {
            this.heard = heard;
            setLevel(Level.ALL);
            for (String name : List.of("", "io.netty")) {
                Logger logger = Logger.getLogger(name);
                before.put(logger, Optional.ofNullable(logger.getLevel()));
                logger.setLevel(Level.ALL);
            }
            Logger.getLogger("").addHandler(this);
        }

        int fineLines() {
            return fine.get();
        }

        @Override
        public void publish(LogRecord entry) {
            if (entry.getLevel().intValue() <= Level.FINE.intValue()) {
                fine.incrementAndGet();
            }
            heard.add(formatter.format(entry));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            Logger.getLogger("").removeHandler(this);
            before.forEach((logger, level) -> logger.setLevel(level.orElse(null)));
        }
    }
}
