package dev.penstock.it.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.gateway.Fault.Ends;
import dev.penstock.it.gateway.Fault.Expected;
import dev.penstock.it.outage.OutageRules;
import dev.penstock.it.support.Chat;
import dev.penstock.it.support.ChatSocket;
import dev.penstock.it.support.GatewayProcess;
import dev.penstock.it.support.Repository;
import dev.penstock.it.support.RequestLog.Request;
import dev.penstock.it.support.Said;
import dev.penstock.it.support.SimulatorProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

@DisplayName("R-CLASS-4, R-STREAM-3, R-REPLAY-1: sixteen faults of a provider, in both published modes")
class FaultsE2E {

    private static final Duration DEADLINE = Duration.ofSeconds(6);

    /** A minute in the benchmark; -Doutage.seconds=60 makes it one here. */
    private static final Duration OUTAGE = Duration.ofSeconds(Long.getLong("outage.seconds", 20));

    private static final int ONE_AFTER_ANOTHER = 15;

    private static SimulatorProcess fallback;
    private static Mode live;
    private static Mode buffered;

    @SuppressWarnings("unused") // the source of the cases
    private static final List<Fault> FAULTS = Faults.ALL;

    /** A gateway in one of the modes, and a primary that it has for itself: what happens once happens to each. */
    private record Mode(SimulatorProcess primary, GatewayProcess gateway) implements AutoCloseable {

        static Mode start(Path directory, String script, boolean isBuffered) throws IOException {
            Files.createDirectories(directory);
            SimulatorProcess primary = SimulatorProcess.start(directory, script, "--look", "openai");
            try {
                Files.writeString(directory.resolve("gateway.yaml"), config(primary, isBuffered));
                return new Mode(primary, GatewayProcess.start(directory, "--config", "gateway.yaml"));
            } catch (RuntimeException | Error e) {
                primary.close();
                throw e;
            }
        }

        @Override
        public void close() {
            gateway.close();
            primary.close();
        }
    }

    @BeforeAll
    static void start(@TempDir Path directory) throws IOException {
        Path second = Files.createDirectories(directory.resolve("fallback"));
        fallback = SimulatorProcess.start(second, Faults.fallback(), "--look", "openai");
        live = Mode.start(directory.resolve("live"), Faults.primary(), /* isBuffered= */ false);
        buffered = Mode.start(directory.resolve("buffered"), Faults.primary(), /* isBuffered= */ true);
    }

    @AfterAll
    static void stop() {
        live.close();
        buffered.close();
        fallback.close();
    }

    @ParameterizedTest
    @FieldSource("FAULTS")
    void live_afterRejection(Fault fault) throws IOException {
        judge(fault, live, fault.live());
    }

    @ParameterizedTest
    @FieldSource("FAULTS")
    void buffered_afterAnything_withAFallback(Fault fault) throws IOException {
        judge(fault, buffered, fault.buffered());
    }

    @Test
    @DisplayName("S15 R-BREAKER-1 an outage: fifteen requests one after another are answered by the fallback, and the"
            + " primary is hardly bothered")
    void outage_sparesThePrimary(@TempDir Path directory) throws Exception {
        try (Mode mode = Mode.start(directory, "defaults: {status: 503}\n", /* isBuffered= */ true)) {
            long begun = System.nanoTime();
            for (Said said : oneAfterAnother(mode.gateway())) {
                assertThat(said.isAnswer()).as(said.body()).isTrue();
                isWhole(said, Faults.ALL.getFirst(), Ends.FALLBACK);
            }
            long probes = OutageRules.probes((System.nanoTime() - begun) / 1_000);
            assertThat(mode.primary().log().requests())
                    .hasSizeBetween(1, Math.toIntExact(Faults.OUTAGE_ATTEMPTS + probes));
        }
    }

    /** Asks again and again, spread over the outage. */
    private static List<Said> oneAfterAnother(GatewayProcess gateway) throws Exception {
        long every = OUTAGE.toMillis() / ONE_AFTER_ANOTHER;
        List<Future<Said>> asked = new ArrayList<>();
        try (ScheduledExecutorService caller = Executors.newSingleThreadScheduledExecutor()) {
            for (int i = 0; i < ONE_AFTER_ANOTHER; i++) {
                asked.add(caller.schedule(
                        () -> ChatSocket.ask(gateway, chat(Faults.ALL.getFirst())), i * every, TimeUnit.MILLISECONDS));
            }
        }
        List<Said> said = new ArrayList<>();
        for (Future<Said> answer : asked) {
            said.add(answer.get());
        }
        return said;
    }

    @Test
    @DisplayName("the page that publishes the modes says what is proven here")
    void page_saysWhatIsProven() throws IOException {
        String page = Files.readString(Repository.root().resolve("docs/faults.md"));
        assertThat(page).contains(Faults.OUTAGE_ROW);
        assertThat(Faults.ALL).allSatisfy(fault -> assertThat(page).contains(fault.row()));
        assertThat(page.lines().filter(line -> line.startsWith("| S"))).hasSize(Faults.ALL.size() + 1);
    }

    private static void judge(Fault fault, Mode mode, Expected expected) throws IOException {
        Chat chat = chat(fault);
        Ends ends = expected.ends();
        long begun = System.nanoTime();
        Said said = ChatSocket.ask(mode.gateway(), chat);
        Duration took = Duration.ofNanos(System.nanoTime() - begun);

        assertThat(said.status()).as(said.body()).isEqualTo(ends.status());
        assertThat(said.code()).as(said.body()).isEqualTo(ends.code());
        assertThat(said.whole()).as("an end of the framing").isEqualTo(!ends.isInBand());
        assertThat(took).isLessThan(DEADLINE.plusSeconds(4));
        mode.primary().drop();
        List<Request> sends = mode.primary().log().sendsOf(chat);
        assertThat(sends).as("sends to the primary").hasSizeBetween(expected.leastSends(), expected.mostSends());
        if (ends.isAnswer()) {
            isWhole(said, fault, ends);
        } else {
            assertThat(said.finish()).as("an invented finish").isEmpty();
            assertThat(said.text()).as("what came before").isEqualTo(ends.isInBand() ? Faults.TEXT_BEFORE_THE_CUT : "");
        }
        if (fault.id().equals("S01") && !ends.byFallback()) {
            long gap = sends.get(1).acceptedAt() - sends.get(0).answeredAt();
            assertThat(Duration.ofNanos(gap * 1_000)).isGreaterThanOrEqualTo(Duration.ofSeconds(2));
        }
        assertThat(fallback.log().sendsOf(chat)).as("sends to the fallback").hasSize(ends.byFallback() ? 1 : 0);
    }

    /** One provider's text from its first word to its last, its name, its finish, and its usage where that is told. */
    private static void isWhole(Said said, Fault fault, Ends ends) {
        assertThat(said.finish()).isEqualTo("stop");
        assertThat(said.text()).isEqualTo(ends.byFallback() ? Faults.FALLBACK_TEXT : Faults.PRIMARY_TEXT);
        assertThat(said.model()).isEqualTo(ends.byFallback() ? "fallback" : fault.model());
        assertThat(said.header("x-penstock-route")).isEqualTo(ends.byFallback() ? "second" : "first");
        assertThat(said.usage("prompt_tokens"))
                .isEqualTo(fault.stream() ? -1 : ends.byFallback() ? Faults.FALLBACK_PROMPT : Faults.PRIMARY_PROMPT);
        assertThat(said.usage("completion_tokens"))
                .isEqualTo(
                        fault.stream()
                                ? -1
                                : ends.byFallback() ? Faults.FALLBACK_COMPLETION : Faults.PRIMARY_COMPLETION);
    }

    private static Chat chat(Fault fault) {
        return Chat.of(fault.id() + " " + UUID.randomUUID())
                .to(fault.model())
                .streamed(fault.stream())
                .with("x-penstock-deadline-ms: " + DEADLINE.toMillis());
    }

    private static String config(SimulatorProcess primary, boolean isBuffered) {
        StringBuilder yaml = new StringBuilder()
                .append("calls: ")
                .append(
                        isBuffered
                                ? "{delivery: buffered, replay: after_anything}"
                                : "{delivery: live, replay: after_rejection}")
                .append("""

                limits: {retry_budget: 1000}
                providers:
                  first: {profile: openai-compatible, base_url: "%s"}
                  second: {profile: openai-compatible, base_url: "%s"}
                routes:
                  - {name: first, provider: first, no_api_key: true}
                  - {name: second, provider: second, no_api_key: true}
                models:
                """.formatted(primary.baseUrl(), fallback.baseUrl()));
        for (Fault fault : Faults.ALL) {
            yaml.append("  %1$s:\n    - {route: first, model: %1$s}\n".formatted(fault.model()));
            yaml.append(isBuffered ? "    - {route: second, model: fallback}\n" : "");
        }
        return yaml.toString();
    }
}
