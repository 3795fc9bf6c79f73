package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.retry.RetryBudgetSettings;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.store.GenerationRef;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationHistory;
import dev.penstock.store.OperationMode;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite.DeliveryKind;
import dev.penstock.store.Tenant;
import dev.penstock.store.jdbc.sqlite.SqliteLedger;
import dev.penstock.store.jdbc.sqlite.SqliteOptions;
import dev.penstock.time.Chance;
import dev.penstock.time.Time;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("What concerns one caller: its own deadline, what happens at it, and whether it is a library's retry")
class CallerTermsTest {

    private static final FaultScript SLOW = FaultScript.builder()
            .always(then -> then.delay(Duration.ofSeconds(1)))
            .build();

    private static final FaultScript BUSY =
            FaultScript.builder().always(then -> then.status(503)).build();

    @TempDir
    private Path folder;

    @Test
    @DisplayName("R-OP-8 R-DEADLINE-7 a joiner has only its own deadline, and changes nothing for the others")
    void joiner_hasItsOwnDeadline() throws Exception {
        try (Ledger ledger = open();
                Bench bench = new Bench(SLOW, config -> config.withLedger(ledger));
                PendingCall leader = bench.penstock().start(Bench.call().withKey("k"))) {
            CallSettings hasty = Bench.call().settings().withAnswerDeadline(Duration.ofMillis(200));
            Result joined = bench.penstock().call(Bench.call().withKey("k").withSettings(hasty));

            assertThat(joined).isInstanceOf(Result.InProgress.class);
            assertThat(leader.await()).isInstanceOf(Result.Answered.class);
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R-TENANT-1 R-DEADLINE-7 whoever may not take an hour does not get it by being continued or submitted")
    void ceiling_holdsInTheBackgroundToo() throws Exception {
        CallSettings capped = CallSettings.attached()
                .withAnswerDeadline(Duration.ofMillis(800))
                .withLongest(Duration.ofSeconds(30))
                .withOnDeadline(OnDeadline.CONTINUE);
        try (Ledger ledger = open();
                Bench bench = new Bench(SLOW, config -> config.withLedger(ledger))) {
            Result first = bench.penstock().call(Bench.call().withKey("k").withSettings(capped));
            GenerationRef ref = Objects.requireNonNull(
                    ((Result.InProgress) first).operation().ref());

            assertThat(bench.penstock()
                            .operation(Tenant.LOCAL, ref.operation())
                            .orElseThrow()
                            .times()
                            .remainingMillis())
                    .isLessThanOrEqualTo(30_000);
        }
    }

    @Test
    @DisplayName(
            "R-DEADLINE-7 at its caller's deadline the work goes on alone, and is found at its address and by its key")
    void continued_goesOnAlone() throws Exception {
        CallSettings continues = CallSettings.attached()
                .withDeadline(Duration.ofSeconds(20))
                .withAnswerDeadline(Duration.ofMillis(200))
                .withOnDeadline(OnDeadline.CONTINUE);
        try (Ledger ledger = open();
                Bench bench = new Bench(SLOW, config -> config.withLedger(ledger))) {
            Result first = bench.penstock().call(Bench.call().withKey("k").withSettings(continues));

            assertThat(first).isInstanceOf(Result.InProgress.class);
            GenerationRef ref = Objects.requireNonNull(
                    ((Result.InProgress) first).operation().ref());
            OperationView view =
                    bench.penstock().operation(Tenant.LOCAL, ref.operation()).orElseThrow();
            assertThat(view.durable()).isTrue();
            assertThat(view.mode()).isEqualTo(OperationMode.BACKGROUND);
            assertThat(ledger.operations()
                            .history(ref)
                            .orElseThrow()
                            .record()
                            .settings()
                            .maxAttempts())
                    .isEqualTo(10);
            assertThat(view.times().remainingMillis())
                    .isGreaterThan(Duration.ofMinutes(59).toMillis() - 60_000);

            Result again = bench.penstock().call(Bench.call().withKey("k"));
            assertThat(again).isInstanceOf(Result.Answered.class);
            assertThat(bench.sends()).isEqualTo(1);
            assertThat(ledger.operations().history(ref).orElseThrow().deliveries())
                    .extracting(OperationHistory.Delivery::kind)
                    .contains(DeliveryKind.LEFT)
                    .doesNotContain(DeliveryKind.ANSWERED);
        }
    }

    @Test
    @DisplayName("R-OP-1 a caller who may leave and stays is answered like any other")
    void continued_inTime_isAnswered() throws Exception {
        CallSettings continues = CallSettings.attached().withOnDeadline(OnDeadline.CONTINUE);
        try (Ledger ledger = open();
                Bench bench = new Bench(FaultScript.NONE, config -> config.withLedger(ledger))) {
            Result result = bench.penstock().call(Bench.call().withKey("k").withSettings(continues));

            assertThat(result).isInstanceOf(Result.Answered.class);
            assertThat(ledger.operations()
                            .history(record(ledger).ref())
                            .orElseThrow()
                            .deliveries())
                    .extracting(OperationHistory.Delivery::kind)
                    .containsExactly(DeliveryKind.ANSWERED);
        }
    }

    @Test
    @DisplayName("R-DEADLINE-1 without a key nobody can come back, so the caller's deadline is the operation's")
    void unkeyed_endsWithItsCaller() throws Exception {
        try (Bench bench = new Bench(SLOW)) {
            CallSettings hasty = Bench.call().settings().withAnswerDeadline(Duration.ofMillis(300));
            bench.penstock().call(Bench.call().withSettings(hasty));

            assertThat(bench.penstock().awaitIdle(Duration.ofSeconds(30))).isTrue();
            assertThat(bench.events())
                    .filteredOn(CallEvent.Settled.class::isInstance)
                    .singleElement()
                    .isInstanceOfSatisfying(
                            CallEvent.Settled.class,
                            settled -> assertThat(settled.state()).isEqualTo(OperationState.UNKNOWN_OUTCOME));
        }
    }

    @Test
    @DisplayName("R-BUDGET-4 a library's own retry reopens nothing: it gets the last error again, without a send")
    void sdkRetry_reopensNothing() throws Exception {
        ChatCall call =
                Bench.call().withKey("k").withSettings(CallSettings.attached().withMaxAttempts(1));
        try (Ledger ledger = open();
                Bench bench = new Bench(BUSY, config -> config.withLedger(ledger))) {
            bench.penstock().call(call);
            Result again =
                    bench.penstock().call(call.withSettings(call.settings().withRepeat(RepeatedBy.SDK)));

            assertThat(again)
                    .isInstanceOfSatisfying(
                            Result.GaveUp.class,
                            gaveUp -> assertThat(gaveUp.lastStatus()).isEqualTo(503));
            assertThat(bench.sends()).isEqualTo(1);
            bench.penstock().call(call);
            assertThat(bench.sends()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName(
            "R-BUDGET-2 R-REPLAY-2 a library's retry without a key takes a retry token, and is not sent without one")
    void sdkRetry_takesAToken() throws Exception {
        RetryBudgetSettings oneToken =
                new RetryBudgetSettings(RetryBudgetSettings.defaults().scope(), 1, 0, Duration.ofHours(1));
        ChatCall retry = Bench.call().withSettings(CallSettings.attached().withRepeat(RepeatedBy.SDK));
        try (Bench bench = new Bench(
                FaultScript.NONE,
                config -> config.withPolicy(PolicySettings.defaults().withBudget(oneToken)))) {
            assertThat(bench.penstock().call(retry)).isInstanceOf(Result.Answered.class);
            assertThat(bench.penstock().call(retry))
                    .isInstanceOfSatisfying(
                            Result.GaveUp.class,
                            gaveUp -> assertThat(gaveUp.limit()).isEqualTo(EndReason.RETRY_BUDGET));

            assertThat(bench.sends()).isEqualTo(1);
            assertThat(bench.events())
                    .filteredOn(CallEvent.Accepted.class::isInstance)
                    .extracting(event -> ((CallEvent.Accepted) event).by())
                    .containsExactly(RepeatedBy.SDK, RepeatedBy.SDK);
        }
    }

    private Ledger open() {
        return SqliteLedger.open(SqliteOptions.engine(folder.resolve("ledger"), Time.system(), Chance.system()));
    }

    private static OperationRecord record(Ledger ledger) {
        return ledger.operations().find(Tenant.LOCAL, new IdempotencyKey("k")).orElseThrow();
    }
}
