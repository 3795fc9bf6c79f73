package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.retry.RetryBudgetSettings;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationHistory;
import dev.penstock.store.OperationMode;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.OperationWrite.DeliveryKind;
import dev.penstock.store.WriteId;
import dev.penstock.time.Chance;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName(
        "R-DEADLINE-7 a caller who repeats the key of background work has its own answer deadline, and changes nothing")
class RepeatOfBackgroundTest {

    private static final FaultScript UNPAID =
            FaultScript.builder().always(then -> then.status(402)).build();

    private static final FaultScript BUSY_ONCE = FaultScript.builder()
            .rule("busy", when -> when.first(1), then -> then.status(503))
            .build();

    @TempDir
    private Path folder;

    @Test
    @DisplayName("R-CLASS-3 a paused route ends nothing: the caller leaves at its deadline, and the work stays open")
    void pausedRoute_workStaysOpen() throws Exception {
        try (Ledger ledger = Ledgers.open(folder);
                Bench bench = new Bench(UNPAID, config -> config.withLedger(ledger))) {
            Ledgers.accept(ledger, "k", OperationMode.BACKGROUND);

            assertThat(bench.penstock().call(hasty())).isInstanceOf(Result.InProgress.class);

            OperationRecord record = Ledgers.record(ledger, "k");
            assertThat(record.state().isSettled()).isFalse();
            assertThat(record.attempts().charged()).isZero();
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R-BUDGET-2 an empty retry budget ends nothing: the work waits for a token")
    void emptyBudget_workStaysOpen() throws Exception {
        FaultScript busy =
                FaultScript.builder().always(then -> then.status(503)).build();
        RetryBudgetSettings oneToken =
                new RetryBudgetSettings(RetryBudgetSettings.defaults().scope(), 1, 0, Duration.ofHours(1));
        try (Ledger ledger = Ledgers.open(folder);
                Bench bench = new Bench(
                        busy,
                        config -> config.withLedger(ledger)
                                .withPolicy(PolicySettings.defaults().withBudget(oneToken)))) {
            Ledgers.accept(ledger, "k", OperationMode.BACKGROUND);

            try (PendingCall caller = bench.penstock().start(patient())) {
                assertThat(bench.simulator().awaitFinished(2, Duration.ofSeconds(20)))
                        .isTrue();
                assertThat(caller.await(Duration.ofSeconds(1))).isEmpty();
            }
            assertThat(Ledgers.record(ledger, "k").state().isSettled()).isFalse();
            assertThat(bench.sends()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("R-CANCEL-1 the caller leaves while the work waits for its retry: it is done all the same")
    void callerLeaves_workIsDone() throws Exception {
        try (Ledger ledger = Ledgers.open(folder);
                Bench bench = new Bench(BUSY_ONCE, config -> config.withLedger(ledger))) {
            Ledgers.accept(ledger, "k", OperationMode.BACKGROUND);

            try (PendingCall caller = bench.penstock().start(patient())) {
                assertThat(bench.simulator().awaitFinished(1, Duration.ofSeconds(20)))
                        .isTrue();
                assertThat(caller.await(Duration.ofMillis(1))).isEmpty();
            }

            assertThat(Ledgers.awaitSettled(ledger, "k").state()).isEqualTo(OperationState.SUCCEEDED);
            assertThat(bench.sends()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("R-OP-1 a caller who stays gets the answer, recorded as that of one who joined")
    void callerStays_joins() throws Exception {
        try (Ledger ledger = Ledgers.open(folder);
                Bench bench = new Bench(FaultScript.NONE, config -> config.withLedger(ledger))) {
            OperationRecord record = Ledgers.accept(ledger, "k", OperationMode.BACKGROUND);

            assertThat(bench.penstock().call(patient())).isInstanceOf(Result.Answered.class);

            assertThat(ledger.operations().history(record.ref()).orElseThrow().deliveries())
                    .extracting(OperationHistory.Delivery::kind)
                    .containsExactly(DeliveryKind.JOINED);
        }
    }

    @Test
    @DisplayName("R-OP-9 what a caller reopens goes on as background work with a deadline of its own")
    void reopened_goesOnAsBackground() throws Exception {
        try (Ledger ledger = Ledgers.open(folder);
                Bench bench = new Bench(UNPAID, config -> config.withLedger(ledger))) {
            OperationRecord record = Ledgers.accept(ledger, "k", OperationMode.BACKGROUND);
            ledger.operations()
                    .write(new OperationWrite.End(
                            WriteId.create(Chance.system()),
                            record.version(),
                            OperationState.DEAD_LETTER,
                            EndReason.DEADLINE));

            assertThat(bench.penstock().call(hasty())).isInstanceOf(Result.InProgress.class);

            OperationRecord reopened = Ledgers.record(ledger, "k");
            assertThat(reopened.state().isSettled()).isFalse();
            assertThat(reopened.times().remainingMillis())
                    .isGreaterThan(Duration.ofMinutes(50).toMillis());
        }
    }

    private static ChatCall hasty() {
        return patient().withSettings(CallSettings.attached().withDeadline(Duration.ofSeconds(1)));
    }

    private static ChatCall patient() {
        return Bench.call().withKey("k");
    }
}
