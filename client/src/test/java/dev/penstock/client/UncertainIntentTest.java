package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationMode;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StoreException;
import dev.penstock.store.WorkerId;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("R-OP-6 an intent of which nobody knows whether it was committed sends nothing, and does not stay open")
class UncertainIntentTest {

    @TempDir
    private Path folder;

    private final AtomicBoolean uncertain = new AtomicBoolean(true);

    @Test
    void reservation_committed_isSettledAsNotSentAndReopenedByTheRepeat() throws Exception {
        try (Ledger ledger = Ledgers.open(folder);
                Bench bench = new Bench(FaultScript.NONE, config -> config.withLedger(losing(ledger, true)))) {
            Result first = bench.penstock().call(Bench.call().withKey("k"));

            assertThat(first).isInstanceOf(Result.StoreUnavailable.class);
            OperationRecord settled = Ledgers.awaitSettled(ledger, "k");
            assertThat(settled.state()).isEqualTo(OperationState.DEAD_LETTER);
            assertThat(settled.reason()).isEqualTo(EndReason.ABANDONED);
            assertThat(settled.attempts().sent()).isZero();
            assertThat(bench.sends()).isZero();

            assertThat(bench.penstock().call(Bench.call().withKey("k"))).isInstanceOf(Result.Answered.class);
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    void reservation_neverCommitted_isAnsweredByTheRepeat() throws Exception {
        try (Ledger ledger = Ledgers.open(folder);
                Bench bench = new Bench(FaultScript.NONE, config -> config.withLedger(losing(ledger, false)))) {
            assertThat(bench.penstock().call(Bench.call().withKey("k"))).isInstanceOf(Result.StoreUnavailable.class);

            assertThat(bench.penstock().call(Bench.call().withKey("k"))).isInstanceOf(Result.Answered.class);
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    void backgroundIntent_committed_goesOnByItself() throws Exception {
        try (Ledger ledger = Ledgers.open(folder)) {
            Ledgers.accept(ledger, "k", OperationMode.BACKGROUND);
            try (Bench bench = new Bench(
                    FaultScript.NONE,
                    config -> config.withLedger(losing(ledger, true)).withBackground(BackgroundSettings.defaults()))) {
                assertThat(Ledgers.awaitSettled(ledger, "k").state()).isEqualTo(OperationState.SUCCEEDED);
                assertThat(bench.sends()).isEqualTo(1);
            }
        }
    }

    @Test
    @DisplayName("R-OP-6 a reopening of which nobody knows is written again, and its caller answered")
    void reopening_committed_isGoneOnWith() throws Exception {
        AtomicBoolean first = new AtomicBoolean(true);
        try (Ledger ledger = Ledgers.open(folder)) {
            Ledger losing = Interposed.inFrontOf(ledger, (method, arguments) -> {
                if (method.equals("write")
                        && arguments[0] instanceof OperationWrite.Decide decide
                        && first.compareAndSet(true, false)) {
                    write(ledger, decide);
                    throw new StoreException(StoreException.Kind.UNCERTAIN, "nobody knows", null);
                }
                return null;
            });
            FaultScript once = FaultScript.builder()
                    .rule("busy", when -> when.first(1), then -> then.status(503))
                    .build();
            try (Bench bench = new Bench(once, config -> config.withLedger(losing))) {
                ChatCall call = Bench.call()
                        .withKey("k")
                        .withSettings(CallSettings.attached().withMaxAttempts(1));
                assertThat(bench.penstock().call(call)).isInstanceOf(Result.GaveUp.class);

                assertThat(bench.penstock().call(call)).isInstanceOf(Result.Answered.class);
                assertThat(first).isFalse();
            }
        }
    }

    @Test
    @DisplayName(
            "R-OP-6 an intent that was taken over before its writer knew of it sends nothing, and the ledger is told so")
    void reservation_takenOverMeanwhile_isKnownAsNotSent() throws Exception {
        try (Ledger ledger = Ledgers.open(folder)) {
            Ledger slow = Interposed.inFrontOf(ledger, (method, arguments) -> {
                if (method.equals("write")
                        && arguments[0] instanceof OperationWrite.Reserve reserve
                        && uncertain.compareAndSet(true, false)) {
                    writeAndTakeOver(ledger, reserve, reserve.worker());
                }
                return null;
            });
            try (Bench bench = new Bench(FaultScript.NONE, config -> config.withLedger(slow))) {
                assertThat(bench.penstock().call(Bench.call().withKey("k")))
                        .isInstanceOf(Result.StoreUnavailable.class);

                Ledgers.await(ledger, "k", OperationState.DEAD_LETTER);
                assertThat(bench.sends()).isZero();
            }
        }
    }

    @Test
    @DisplayName("R-OP-6 nor under a caller that would let it go on alone, where the ledger has it as a caller's own")
    void intentOfAContinuedRepeat_takenOverMeanwhile_isAbandoned() throws Exception {
        FaultScript once = FaultScript.builder()
                .rule("busy", when -> when.first(1), then -> then.status(503))
                .build();
        try (Ledger ledger = Ledgers.open(folder)) {
            Ledger losing = Interposed.inFrontOf(ledger, (method, arguments) -> {
                if (method.equals("write")
                        && arguments[0] instanceof OperationWrite.Intend intend
                        && uncertain.compareAndSet(true, false)) {
                    writeAndTakeOver(ledger, intend, intend.worker());
                    throw new StoreException(StoreException.Kind.UNCERTAIN, "nobody knows", null);
                }
                return null;
            });
            try (Bench bench = new Bench(once, config -> config.withLedger(losing))) {
                CallSettings own = CallSettings.attached().withMaxAttempts(1);
                assertThat(bench.penstock().call(Bench.call().withKey("k").withSettings(own)))
                        .isInstanceOf(Result.GaveUp.class);

                assertThat(bench.penstock()
                                .call(Bench.call().withKey("k").withSettings(own.withOnDeadline(OnDeadline.CONTINUE))))
                        .isInstanceOf(Result.StoreUnavailable.class);

                assertThat(uncertain).isFalse();
                Ledgers.await(ledger, "k", OperationState.DEAD_LETTER);
                assertThat(Ledgers.record(ledger, "k").reason()).isEqualTo(EndReason.ABANDONED);
                assertThat(bench.sends()).isEqualTo(1);
            }
        }
    }

    /** Nobody is told what became of the first intent. */
    private Ledger losing(Ledger ledger, boolean committed) {
        return Interposed.inFrontOf(ledger, (method, arguments) -> {
            boolean intent = method.equals("write")
                    && (arguments[0] instanceof OperationWrite.Reserve
                            || arguments[0] instanceof OperationWrite.Intend);
            if (intent && uncertain.compareAndSet(true, false)) {
                if (committed) {
                    write(ledger, (OperationWrite) arguments[0]);
                }
                throw new StoreException(StoreException.Kind.UNCERTAIN, "nobody knows", null);
            }
            return null;
        });
    }

    /** It is committed, and others take its process for dead before it hears of that. */
    private static void writeAndTakeOver(Ledger ledger, OperationWrite write, WorkerId writer) {
        write(ledger, write);
        ledger.workers().leave(writer);
        ledger.workers().recover();
    }

    private static void write(Ledger ledger, OperationWrite write) {
        try {
            ledger.operations().write(write);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
