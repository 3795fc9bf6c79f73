package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.simulator.script.Ending.How;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationHistory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Design 6, Fallback: two providers behind one alias, judged from their logs and the ledger")
class FallbackTest {

    private static final FaultScript HEALTHY = FaultScript.NONE;
    private static final FaultScript BUSY =
            FaultScript.builder().always(then -> then.status(503)).build();

    @TempDir
    private Path folder;

    @Test
    void healthyPrimary_answers() throws Exception {
        try (TwoProviders bench = new TwoProviders(HEALTHY, HEALTHY)) {
            assertAnswered(bench.penstock().call(TwoProviders.call()), "first", TwoProviders.FIRST_MODEL);
            assertThat(bench.sends()).containsExactly(1L, 0L);
        }
    }

    @Test
    @DisplayName("R-CLASS-3 a transient answer: the next attempt is the fallback's, with its own model, as a retry")
    void primaryBusy_fallbackAnswers() throws Exception {
        try (TwoProviders bench = new TwoProviders(BUSY, HEALTHY)) {
            assertAnswered(bench.penstock().call(TwoProviders.call()), "second", TwoProviders.SECOND_MODEL);
            assertThat(bench.sends()).containsExactly(1L, 1L);
            assertThat(bench.secondModels()).containsExactly(TwoProviders.SECOND_MODEL);
            assertThat(retries(bench)).containsExactly(false, true);
        }
    }

    @Test
    @DisplayName("R-RETRYAFTER-2 the primary's hint does not delay the fallback, and is kept for the primary")
    void primaryAsksForAnHour_fallbackAnswersAtOnce() throws Exception {
        FaultScript hour = FaultScript.builder()
                .always(then -> then.status(429).header("Retry-After", "3600"))
                .build();
        try (TwoProviders bench = new TwoProviders(hour, BUSY)) {
            Result result = bench.penstock().call(TwoProviders.call());

            assertThat(result)
                    .isInstanceOfSatisfying(
                            Result.GaveUp.class,
                            gaveUp -> assertThat(gaveUp.lastStatus()).isEqualTo(503));
            assertThat(bench.sends().getFirst()).isEqualTo(1L);
            assertThat(bench.sends().getLast()).isGreaterThan(1L);
        }
    }

    @Test
    @DisplayName("Nothing was sent: the fallback's attempt is an original and takes no token")
    void primaryUnreachable_originalElsewhere() throws Exception {
        try (TwoProviders bench = new TwoProviders(HEALTHY, HEALTHY)) {
            bench.first().refuseConnections();

            assertAnswered(bench.penstock().call(TwoProviders.call()), "second", TwoProviders.SECOND_MODEL);
            assertThat(bench.sends()).containsExactly(0L, 1L);
            assertThat(retries(bench)).containsExactly(false, false);
        }
    }

    @Test
    @DisplayName("R-BREAKER-1 an open circuit: calls go to the fallback without touching the primary")
    void primaryOut_circuitOpens() throws Exception {
        try (TwoProviders bench = new TwoProviders(BUSY, HEALTHY)) {
            for (int i = 0; i < 10; i++) {
                assertAnswered(bench.penstock().call(TwoProviders.call()), "second", TwoProviders.SECOND_MODEL);
            }
            assertThat(bench.sends()).containsExactly(3L, 10L);
        }
    }

    @Test
    @DisplayName(
            "R-BACKOFF-1 where the fallback's circuit is open, the primary is asked again, and not without a backoff")
    void fallbackOut_primaryIsBackedOff() throws Exception {
        FaultScript busyOnce = FaultScript.builder()
                .rule("busy", when -> when.first(1), then -> then.status(503))
                .build();
        CallSettings once = CallSettings.attached().withMaxAttempts(1);
        try (TwoProviders bench = new TwoProviders(busyOnce, BUSY)) {
            bench.penstock().reload(bench.onlySecond());
            for (int i = 0; i < 3; i++) {
                bench.penstock().call(Bench.call().withSettings(once));
            }
            bench.penstock().reload(bench.routes());
            int before = bench.events().size();

            assertAnswered(bench.penstock().call(TwoProviders.call()), "first", TwoProviders.FIRST_MODEL);

            assertThat(bench.sends()).containsExactly(2L, 3L);
            assertThat(bench.events().stream()
                            .skip(before)
                            .filter(event ->
                                    event instanceof CallEvent.AttemptStarted || event instanceof CallEvent.Waits)
                            .map(event -> event instanceof CallEvent.Waits waits ? waits.waitingFor() : "attempt"))
                    .containsExactly("attempt", CallEvent.WaitingFor.BACKOFF, "attempt");
        }
    }

    @Test
    @DisplayName("R-REPLAY-1 an ambiguous outcome is not resent elsewhere either, unless duplicates are accepted")
    void primaryAmbiguous_replaySettingDecides() throws Exception {
        FaultScript reset =
                FaultScript.builder().always(then -> then.cutAtByte(0, How.RST)).build();
        try (TwoProviders bench = new TwoProviders(reset, HEALTHY)) {
            assertThat(bench.penstock().call(TwoProviders.call())).isInstanceOf(Result.UnknownOutcome.class);
            assertThat(bench.sends()).containsExactly(1L, 0L);

            CallSettings anything = CallSettings.attached().withReplay(ReplaySetting.AFTER_ANYTHING);
            assertAnswered(
                    bench.penstock().call(TwoProviders.call().withSettings(anything)),
                    "second",
                    TwoProviders.SECOND_MODEL);
            assertThat(bench.sends()).containsExactly(2L, 1L);
        }
    }

    @Test
    @DisplayName("R-REPLAY-1 B007 a silent primary is tried once; the fallback answers where duplicates are accepted")
    void primarySilent_triedOnce() throws Exception {
        FaultScript silent = FaultScript.builder()
                .always(then -> then.delay(Duration.ofMinutes(5)))
                .build();
        CallSettings anything = CallSettings.attached().withReplay(ReplaySetting.AFTER_ANYTHING);
        try (TwoProviders bench = new TwoProviders(silent, HEALTHY, FallbackTest::impatient)) {
            assertAnswered(
                    bench.penstock().call(TwoProviders.call().withSettings(anything)),
                    "second",
                    TwoProviders.SECOND_MODEL);
            assertThat(bench.sends()).containsExactly(1L, 1L);

            assertThat(bench.penstock().call(TwoProviders.call())).isInstanceOf(Result.UnknownOutcome.class);
            assertThat(bench.sends()).containsExactly(2L, 1L);
        }
    }

    @Test
    @DisplayName("Never around a content filter or a caller's error (rows 9 and 22)")
    void finalAnswers_stayWhereTheyCameFrom() throws Exception {
        FaultScript bad = FaultScript.builder()
                .rule("filtered", when -> when.first(1), then -> then.answer(answer -> answer.finish("content_filter")))
                .always(then -> then.status(400))
                .build();
        CallSettings anything = CallSettings.attached().withReplay(ReplaySetting.AFTER_ANYTHING);
        try (TwoProviders bench = new TwoProviders(bad, HEALTHY)) {
            assertThat(bench.penstock().call(TwoProviders.call().withSettings(anything)))
                    .isInstanceOfSatisfying(
                            Result.Answered.class,
                            answered -> assertThat(answered.operation().route()).isEqualTo("first"));
            assertThat(bench.penstock().call(TwoProviders.call().withSettings(anything)))
                    .isInstanceOf(Result.Rejected.class);
            assertThat(bench.sends()).containsExactly(2L, 0L);
        }
    }

    @Test
    @DisplayName("R-ATTEMPT-1 the fallback's attempts count like any other")
    void bothBusy_withinTheAttempts() throws Exception {
        try (TwoProviders bench = new TwoProviders(BUSY, BUSY)) {
            Result result = bench.penstock()
                    .call(TwoProviders.call()
                            .withSettings(CallSettings.attached().withMaxAttempts(3)));

            assertThat(result)
                    .isInstanceOfSatisfying(
                            Result.GaveUp.class,
                            gaveUp -> assertThat(gaveUp.limit()).isEqualTo(EndReason.ATTEMPTS));
            assertThat(bench.sends()).containsExactly(2L, 1L);
        }
    }

    @Test
    @DisplayName("R-OBS-1 each attempt's row names its route, model and edits, and a repeat names what answered")
    void ledger_namesRoutes() throws Exception {
        try (Ledger ledger = Ledgers.open(folder);
                TwoProviders bench = new TwoProviders(BUSY, HEALTHY, config -> config.withLedger(ledger))) {
            Result first = bench.penstock().call(TwoProviders.call().withKey("k"));
            Result again = bench.penstock().call(TwoProviders.call().withKey("k"));

            assertAnswered(first, "second", TwoProviders.SECOND_MODEL);
            assertAnswered(again, "second", TwoProviders.SECOND_MODEL);
            OperationInfo info = ((Result.Answered) first).operation();
            List<OperationHistory.Attempt> attempts = ledger.operations()
                    .history(Objects.requireNonNull(info.ref()))
                    .orElseThrow()
                    .attempts();
            assertThat(attempts).extracting(attempt -> attempt.intent().route()).containsExactly("first", "second");
            assertThat(attempts)
                    .extracting(attempt -> attempt.intent().model())
                    .containsExactly(TwoProviders.FIRST_MODEL, TwoProviders.SECOND_MODEL);
            assertThat(attempts)
                    .allSatisfy(attempt -> assertThat(attempt.intent().edits()).contains("model"));
            assertThat(bench.sends()).containsExactly(1L, 1L);
        }
    }

    /** No attempt waits longer than a second for a whole answer. */
    private static PenstockConfig impatient(PenstockConfig config) {
        PolicySettings usual = config.policy();
        PolicySettings impatient = new PolicySettings(
                usual.population(),
                usual.maxActive(),
                usual.adaptive(),
                usual.pacing(),
                usual.budget(),
                usual.breaker(),
                usual.attached().withAttemptCap(Duration.ofSeconds(1)),
                usual.background());
        return config.withUpstreamStream(UpstreamStream.NEVER).withPolicy(impatient);
    }

    private static List<Boolean> retries(TwoProviders bench) {
        return bench.events().stream()
                .filter(CallEvent.AttemptStarted.class::isInstance)
                .map(event -> ((CallEvent.AttemptStarted) event).retry())
                .toList();
    }

    private static void assertAnswered(Result result, String route, String model) {
        assertThat(result).isInstanceOfSatisfying(Result.Answered.class, answered -> {
            assertThat(answered.operation().route()).isEqualTo(route);
            assertThat(answered.operation().model()).isEqualTo(model);
        });
    }
}
