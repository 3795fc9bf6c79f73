package dev.penstock.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.simulator.answer.Digest;
import dev.penstock.simulator.log.LogEntry;
import dev.penstock.simulator.log.Moments;
import dev.penstock.simulator.log.Outcome;
import dev.penstock.simulator.look.ProviderLook;
import dev.penstock.simulator.script.Ending.How;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.simulator.script.Limit;
import dev.penstock.simulator.script.Span;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RequestLogTest {

    private static final String CANARY = "CANARY0123456789";
    private static final JsonMapper MAPPER = new JsonMapper();

    @TempDir
    Path directory;

    @Test
    void line_holdsEveryFieldAndItsMomentsInOrder() throws Exception {
        Path file = directory.resolve("log.ndjson");
        try (Simulator simulator =
                        Simulator.start(SimulatorOptions.builder().logFile(file).build());
                RawClient client = new RawClient(simulator)) {
            String request = RawClient.chat("deepseek-v4-pro", false, "hello");
            client.send(request).readAnswer();

            JsonNode line = MAPPER.readTree(Files.readAllLines(file).getFirst());
            assertThat(line.propertyNames())
                    .contains(
                            "accepted_at",
                            "received_at",
                            "answered_at",
                            "finished_at",
                            "work_finished_at",
                            "epoch_ms",
                            "bytes_read",
                            "model",
                            "stream",
                            "status",
                            "outcome",
                            "active",
                            "connection_id",
                            "header_names",
                            "body_sha256",
                            "content_sha256",
                            "usage");
            assertThat(line.path("bytes_read").asInt()).isEqualTo(request.length());
            assertThat(line.path("model").asString()).isEqualTo("deepseek-v4-pro");
            assertThat(line.path("content_sha256").asString()).isEqualTo(Digest.sha256("hello"));
            assertThat(line.path("body_sha256").asString())
                    .isEqualTo(Digest.sha256(request.substring(request.indexOf("\r\n\r\n") + 4)));
            assertThat(line.path("header_names").toString())
                    .isEqualTo("[\"host\",\"content-type\",\"content-length\"]");
            assertThat(line.path("usage").path("completion_tokens").asLong()).isPositive();
            assertThat(line.path("active").asInt()).isEqualTo(1);
            inOrder(line, "accepted_at", "received_at", "answered_at", "finished_at", "work_finished_at");
        }
    }

    private static void inOrder(JsonNode line, String... names) {
        for (int i = 1; i < names.length; i++) {
            assertThat(line.path(names[i - 1]).asLong())
                    .as(names[i])
                    .isPositive()
                    .isLessThanOrEqualTo(line.path(names[i]).asLong());
        }
    }

    @Test
    void line_isInTheFileBeforeTheLastByteOfTheAnswer() throws Exception {
        Path file = directory.resolve("log.ndjson");
        FaultScript dripping = FaultScript.builder()
                .rule(
                        "drip",
                        when -> when.every(3),
                        then -> then.pace(pace -> pace.drip(200, Span.of(Duration.ofMillis(1)))))
                .rule("error", when -> when.every(2), then -> then.status(503))
                .build();
        try (Simulator simulator = Simulator.start(SimulatorOptions.builder()
                        .logFile(file)
                        .script(dripping)
                        .build());
                RawClient client = new RawClient(simulator)) {
            for (int i = 1; i <= 60; i++) {
                client.send(RawClient.chat(Wire.FLASH, false, "hello " + i)).readAnswer();
                assertThat(Files.readAllLines(file)).hasSize(i);
            }
        }
    }

    @Test
    @Tag("R-PRIVACY-1")
    void nothingButNamesAndDigests_isWritten() throws Exception {
        Path file = directory.resolve("log.ndjson");
        SimulatorOptions options = SimulatorOptions.builder()
                .logFile(file)
                .keys(Keys.of("sk-" + CANARY))
                .build();
        try (Simulator simulator = Simulator.start(options);
                RawClient client = new RawClient(simulator)) {
            String request = RawClient.chat(Wire.FLASH, false, "my " + CANARY)
                    .replace("Host: sim", "Host: sim\r\nAuthorization: Bearer sk-" + CANARY + "\r\nX-Other: " + CANARY)
                    .replace("/completions", "/completions?key=" + CANARY);
            assertThat(client.send(request).readAnswer()).startsWith("HTTP/1.1 200");

            assertThat(Files.readString(file)).contains("authorization").doesNotContain(CANARY);
            assertThat(simulator.log().toString() + options).doesNotContain(CANARY);
        }
    }

    @Test
    void workThatGoesOn_isBilledAndEndsLater() throws Exception {
        LogEntry entry = leftDuringTheAnswer(true);
        Moments moments = entry.moments();

        assertThat(entry.outcome()).isEqualTo(Outcome.CLIENT_LEFT);
        assertThat(moments.workFinishedAt()).isNotNull().isGreaterThan(moments.finishedAt());
        assertThat(Objects.requireNonNull(entry.usage()).completionTokens()).isEqualTo(30);
    }

    @Test
    void workThatStops_isBilledAsFarAsItGot() throws Exception {
        LogEntry entry = leftDuringTheAnswer(false);

        assertThat(entry.outcome()).isEqualTo(Outcome.CLIENT_LEFT);
        assertThat(Objects.requireNonNull(entry.usage()).completionTokens()).isLessThan(30);
    }

    private static LogEntry leftDuringTheAnswer(boolean worksOn) throws Exception {
        FaultScript script = FaultScript.builder()
                .always(then -> then.answer(answer -> answer.tokens(30))
                        .pace(pace -> pace.betweenChunks(Span.of(Duration.ofMillis(20)))))
                .build();
        SimulatorOptions options = SimulatorOptions.builder()
                .script(script)
                .look(ProviderLook.deepseek().withWorksOn(worksOn))
                .build();
        try (Simulator simulator = Simulator.start(options)) {
            try (RawClient client = new RawClient(simulator)) {
                client.send(RawClient.chat(Wire.FLASH, true, "hello")).readUntil("content");
            }
            assertThat(simulator.awaitFinished(1, Wire.PATIENCE)).isTrue();
            return simulator.log().getFirst();
        }
    }

    @Test
    void workThatGoesOn_keepsItsPlace() throws Exception {
        FaultScript script = FaultScript.builder()
                .limit(Limit.concurrency(null, 1))
                .rule(
                        "first",
                        when -> when.first(1),
                        then -> then.delay(Duration.ofDays(1)).cutAtByte(0, How.RST))
                .build();
        try (Simulator simulator = Simulator.start(script);
                RawClient second = new RawClient(simulator)) {
            try (RawClient client = new RawClient(simulator)) {
                client.send(RawClient.chat(Wire.FLASH, true, "hello"));
                while (simulator.inProgress().stream()
                        .noneMatch(entry -> entry.answered().active() == 1)) {
                    Thread.onSpinWait();
                }
            }
            while (simulator.inProgress().stream().anyMatch(entry -> entry.outcome() == null)) {
                Thread.onSpinWait();
            }
            assertThat(second.send(RawClient.chat(Wire.FLASH, false, "hello")).readAnswer())
                    .startsWith("HTTP/1.1 429")
                    .contains("concurrency_limit_exceeded");
        }
    }

    @Test
    void close_writesWhatIsStillOpen() throws Exception {
        Path file = directory.resolve("log.ndjson");
        FaultScript script = FaultScript.builder()
                .always(then -> then.delay(Duration.ofDays(1)))
                .build();
        Simulator simulator = Simulator.start(
                SimulatorOptions.builder().logFile(file).script(script).build());
        try (simulator;
                RawClient client = new RawClient(simulator)) {
            client.send(RawClient.chat(Wire.FLASH, true, "hello"));
            while (simulator.inProgress().stream().noneMatch(LogEntry::isReceived)) {
                Thread.onSpinWait();
            }
            simulator.close();

            assertThat(client.readToEnd()).isNotNull();
            assertThat(Files.readString(file)).contains("\"outcome\":\"simulator_closed\"");
        }
    }

    @Test
    void memory_keepsTheLatestOnly() throws Exception {
        try (Simulator simulator =
                        Simulator.start(SimulatorOptions.builder().logMemory(3).build());
                RawClient client = new RawClient(simulator)) {
            for (int i = 0; i < 10; i++) {
                client.send(RawClient.chat(Wire.FLASH, false, "hello")).readAnswer();
            }
            List<LogEntry> log = simulator.log();

            assertThat(log).extracting(LogEntry::id).containsExactly(8L, 9L, 10L);
            assertThat(simulator.finishedCount()).isEqualTo(10);
        }
    }

    @Test
    void fileThatCannotBeWritten_isSaidAtTheStart() {
        SimulatorOptions options = SimulatorOptions.builder()
                .logFile(directory.resolve("missing/log.ndjson"))
                .build();

        assertThatThrownBy(() -> Simulator.start(options))
                .isInstanceOf(SimulatorException.class)
                .hasMessageContaining("missing/log.ndjson")
                .hasMessageContaining("Give a file in a directory that exists");
    }
}
