package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.retry.RetrySettings;
import dev.penstock.simulator.script.Ending.How;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationHistory;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite.DeliveryKind;
import dev.penstock.store.StoredBody;
import dev.penstock.store.Tenant;
import dev.penstock.store.jdbc.CrashHook;
import dev.penstock.store.jdbc.sqlite.SqliteLedger;
import dev.penstock.store.jdbc.sqlite.SqliteOptions;
import dev.penstock.time.Chance;
import dev.penstock.time.Time;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("Calls under a key, on a real store, judged from the simulator's log and the ledger")
class KeyedCallTest {

    @TempDir
    private Path folder;

    @Test
    @DisplayName("R-OP-1 R-OP-5 R-OP-7 the answer is committed, and a repeat, or a redelivery, gets it without a send")
    void repeat_afterAnswer_replayed() throws Exception {
        try (Ledger ledger = open();
                Bench bench = new Bench(FaultScript.NONE, config -> config.withLedger(ledger))) {
            Result first = bench.penstock().call(Bench.call().withKey("k"));
            Result second = bench.penstock().call(Bench.call().withKey("k"));

            assertThat(first)
                    .isInstanceOfSatisfying(
                            Result.Answered.class,
                            answered -> assertThat(second).isInstanceOfSatisfying(Result.Answered.class, again -> {
                                assertThat(again.answer().json())
                                        .isEqualTo(answered.answer().json());
                                assertThat(again.operation().replayed()).isTrue();
                            }));
            assertThat(bench.sends()).isEqualTo(1);
            OperationRecord record = record(ledger, "k");
            assertThat(record.state()).isEqualTo(OperationState.SUCCEEDED);
            assertThat(record.attempts().started()).isEqualTo(1);
            assertThat(ledger.operations().history(record.ref()).orElseThrow().deliveries())
                    .extracting(OperationHistory.Delivery::kind)
                    .containsExactly(DeliveryKind.ANSWERED, DeliveryKind.REPLAYED);
            assertThat(ledger.operations().body(record.ref(), StoredBody.Kind.REQUEST))
                    .hasValueSatisfying(body -> assertThat(body.bytes().size()).isEqualTo(Bench.BODY.length()));
        }
    }

    @Test
    @DisplayName("R-OP-3 another payload under the key is a conflict and is never sent")
    void repeat_otherPayload_conflict() throws Exception {
        try (Ledger ledger = open();
                Bench bench = new Bench(FaultScript.NONE, config -> config.withLedger(ledger))) {
            bench.penstock().call(Bench.call().withKey("k"));
            ChatCall other = ChatCall.of(Bench.BODY.replace("hi", "ho")).withKey("k");

            assertThat(bench.penstock().call(other)).isInstanceOf(Result.KeyConflict.class);
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R-OP-8 callers of one key share one dispatch, and the leader may leave")
    void callers_ofOneKey_shareOneSend() throws Exception {
        FaultScript slow = FaultScript.builder()
                .always(then -> then.delay(Duration.ofMillis(500)))
                .build();
        try (Ledger ledger = open();
                Bench bench = new Bench(slow, config -> config.withLedger(ledger))) {
            List<PendingCall> callers = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                callers.add(bench.penstock().start(Bench.call().withKey("k")));
            }
            callers.getFirst().close();
            for (PendingCall caller : callers.subList(1, 20)) {
                assertThat(caller.await()).isInstanceOf(Result.Answered.class);
                caller.close();
            }
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R-OP-6 B075 a reset after the request is unknown, durably, and a repeat sends nothing")
    void reset_unknown_repeatSendsNothing() throws Exception {
        FaultScript script =
                FaultScript.builder().always(then -> then.cutAtByte(0, How.RST)).build();
        try (Ledger ledger = open();
                Bench bench = new Bench(script, config -> config.withLedger(ledger))) {
            assertThat(bench.penstock().call(Bench.call().withKey("k"))).isInstanceOf(Result.UnknownOutcome.class);
            assertThat(bench.penstock().call(Bench.call().withKey("k"))).isInstanceOf(Result.UnknownOutcome.class);
            assertThat(bench.sends()).isEqualTo(1);
            assertThat(record(ledger, "k").state()).isEqualTo(OperationState.UNKNOWN_OUTCOME);
            assertThat(record(ledger, "k").reason()).isEqualTo(EndReason.NO_ANSWER);
        }
    }

    @Test
    @DisplayName("R-OP-9 R-BUDGET-4 attempts used up is a dead letter; a repeat reopens it with its count going on")
    void attemptsUsedUp_repeatReopens() throws Exception {
        FaultScript script = FaultScript.builder()
                .rule("busy", when -> when.first(2), then -> then.status(503))
                .build();
        try (Ledger ledger = open();
                Bench bench = new Bench(script, config -> config.withLedger(ledger))) {
            ChatCall call = Bench.call()
                    .withKey("k")
                    .withSettings(CallSettings.attached().withMaxAttempts(2));
            assertThat(bench.penstock().call(call))
                    .isInstanceOfSatisfying(
                            Result.GaveUp.class,
                            gaveUp -> assertThat(gaveUp.limit()).isEqualTo(EndReason.ATTEMPTS));
            assertThat(record(ledger, "k").state()).isEqualTo(OperationState.DEAD_LETTER);

            assertThat(bench.penstock().call(call)).isInstanceOf(Result.Answered.class);
            assertThat(record(ledger, "k").attempts().charged()).isEqualTo(3);
            assertThat(bench.sends()).isEqualTo(3);
        }
    }

    @Test
    @DisplayName("R-CLASS-3 a 401 stops an attached call at once and background work waits for the pause's end")
    void unauthorised_stopsTheRoute() throws Exception {
        FaultScript script =
                FaultScript.builder().always(then -> then.status(401)).build();
        try (Ledger ledger = open();
                Bench bench = new Bench(script, config -> config.withLedger(ledger))) {
            assertThat(bench.penstock().call(Bench.call().withKey("a")))
                    .isInstanceOfSatisfying(
                            Result.GaveUp.class,
                            gaveUp -> assertThat(gaveUp.limit()).isEqualTo(EndReason.STOPPED));
            ChatCall background = Bench.call().withKey("b").withSettings(CallSettings.background());
            try (PendingCall waiting = bench.penstock().start(background)) {
                assertThat(waiting.await(Duration.ofMillis(300))).isEmpty();
                bench.penstock().park(EndReason.STOPPED);
                assertThat(waiting.await())
                        .isInstanceOfSatisfying(
                                Result.Parked.class,
                                parked -> assertThat(parked.why()).isEqualTo(EndReason.STOPPED));
            }
            assertThat(bench.sends()).isEqualTo(1);
            assertThat(ledger.pauses().all()).hasSize(1);
            assertThat(ledger.operations().find(Tenant.LOCAL, new IdempotencyKey("b")))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "R-CANCEL-1 an engine that stops between an intent and its first byte sends nothing and cancels nothing")
    void stop_betweenIntentAndSend_putsBack(HowToStop how) throws Exception {
        AtomicReference<Penstock> engine = new AtomicReference<>();
        CrashHook stopping = point -> {
            if (point == CrashHook.Point.AFTER_INTENT_COMMIT) {
                how.stop(Objects.requireNonNull(engine.get()));
            }
        };
        try (Ledger ledger = open(stopping);
                Bench bench = new Bench(FaultScript.NONE, config -> config.withLedger(ledger))) {
            engine.set(bench.penstock());
            ChatCall call = Bench.call().withKey("k").withSettings(CallSettings.background());

            assertThat(bench.penstock().call(call)).isInstanceOf(Result.Parked.class);
            assertThat(bench.sends()).isZero();
            assertThat(record(ledger, "k").state()).isEqualTo(OperationState.RETRY_SCHEDULED);
            assertThat(record(ledger, "k").attempts().charged()).isZero();
        }
    }

    /** How an engine stops. */
    enum HowToStop {
        PARK,
        ABORT;

        void stop(Penstock engine) {
            switch (this) {
                case PARK -> engine.park(null);
                case ABORT -> engine.abortInFlight();
            }
        }
    }

    @Test
    @DisplayName(
            "R-CLASS-3 what a stop held back goes on with the next engine once the cause is mended, without its wait")
    void stopped_afterMending_goesOnAtOnce() throws Exception {
        FaultScript empty =
                FaultScript.builder().always(then -> then.status(402)).build();
        ChatCall call = Bench.call().withKey("k").withSettings(CallSettings.background());
        try (Ledger ledger = open()) {
            try (Bench bench = new Bench(empty, config -> config.withLedger(ledger));
                    PendingCall waiting = bench.penstock().start(call)) {
                while (ledger.pauses().all().isEmpty()) {
                    waiting.await(Duration.ofMillis(20));
                }
                bench.penstock().park(EndReason.STOPPED);
                assertThat(waiting.await()).isInstanceOf(Result.Parked.class);
            }
            assertThat(record(ledger, "k").reason()).isEqualTo(EndReason.STOPPED);
            try (Bench bench = new Bench(FaultScript.NONE, config -> config.withLedger(ledger));
                    PendingCall again = bench.penstock().start(call)) {
                assertThat(again.await(Duration.ofSeconds(30)))
                        .hasValueSatisfying(result -> assertThat(result).isInstanceOf(Result.Answered.class));
            }
        }
    }

    @Test
    @DisplayName("R-OP-5 the intent is durable before the provider sees anything, the result before the caller does")
    void intent_isCommittedBeforeTheSend() throws Exception {
        AtomicReference<Bench> seen = new AtomicReference<>();
        AtomicLong connectionsAtIntent = new AtomicLong(-1);
        AtomicLong sendsAtResult = new AtomicLong(-1);
        CrashHook watching = point -> {
            if (point == CrashHook.Point.BEFORE_INTENT_COMMIT) {
                connectionsAtIntent.set(
                        Objects.requireNonNull(seen.get()).simulator().connectionCount());
            } else if (point == CrashHook.Point.BEFORE_SETTLE_COMMIT) {
                sendsAtResult.set(Objects.requireNonNull(seen.get()).sends());
            }
        };
        try (Ledger ledger = open(watching);
                Bench bench = new Bench(FaultScript.NONE, config -> config.withLedger(ledger))) {
            seen.set(bench);

            assertThat(bench.penstock().call(Bench.call().withKey("k"))).isInstanceOf(Result.Answered.class);
            assertThat(connectionsAtIntent).hasValue(0);
            assertThat(sendsAtResult).hasValue(1);
        }
    }

    @Test
    @DisplayName("R-OP-6 an engine that dies leaves an unknown outcome; a later one sends nothing for it")
    void restart_afterAbort_unknown() throws Exception {
        FaultScript slow = FaultScript.builder()
                .always(then -> then.delay(Duration.ofSeconds(30)))
                .build();
        try (Ledger ledger = open();
                Bench bench = new Bench(slow, config -> config.withLedger(ledger))) {
            try (PendingCall pending = bench.penstock().start(Bench.call().withKey("k"))) {
                pending.await(Duration.ofMillis(800));
                bench.penstock().abortInFlight();
                assertThat(pending.await()).isInstanceOf(Result.UnknownOutcome.class);
            }
            assertThat(record(ledger, "k").state()).isEqualTo(OperationState.UNKNOWN_OUTCOME);
        }
    }

    @Test
    @DisplayName("R-BACKOFF-1 defaults of both modes stand in the settings")
    void defaults() {
        assertThat(RetrySettings.forAttached().maxAttempts())
                .isEqualTo(CallSettings.attached().maxAttempts());
        assertThat(RetrySettings.forBackground().operationDeadline())
                .isEqualTo(CallSettings.background().deadline());
    }

    private Ledger open() {
        return open(CrashHook.NONE);
    }

    private Ledger open(CrashHook hook) {
        return SqliteLedger.open(SqliteOptions.engine(folder.resolve("ledger"), Time.system(), Chance.system())
                .withCrashHook(hook));
    }

    private static OperationRecord record(Ledger ledger, String key) {
        return ledger.operations().find(Tenant.LOCAL, new IdempotencyKey(key)).orElseThrow();
    }
}
