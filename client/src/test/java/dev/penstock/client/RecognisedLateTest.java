package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.store.Ledger;
import dev.penstock.store.Next;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.WriteId;
import dev.penstock.store.WriteResult;
import dev.penstock.time.Chance;
import dev.penstock.time.Time;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName(
        "R-OP-6 R-CANCEL-1 a write whose acknowledgement was lost is recognised after a cancel: its caller is told of that")
class RecognisedLateTest {

    private static final FaultScript BUSY = FaultScript.builder()
            .rule("busy", when -> when.first(1), then -> then.status(503))
            .build();

    @TempDir
    private Path folder;

    private final AtomicBoolean lost = new AtomicBoolean();
    private Ledger ledger;

    @BeforeEach
    void open() {
        ledger = Ledgers.open(folder);
    }

    @AfterEach
    void close() {
        ledger.close();
    }

    @Test
    @DisplayName("a reservation that came before the intent, while it waited for its permit")
    void reservation_cancelledMeanwhile() throws Exception {
        FaultScript slow = FaultScript.builder()
                .rule("the first one", when -> when.first(1), then -> then.delay(Duration.ofMinutes(1)))
                .build();
        try (Bench bench = bench(slow, write -> write instanceof OperationWrite.Accept);
                PendingCall first = bench.penstock().start(Bench.call().withKey("first"))) {
            awaitPermitOut(bench);

            assertThat(bench.penstock().call(Bench.call().withKey("second"))).isInstanceOf(Result.Cancelled.class);

            assertCancelled("second");
            first.cancel();
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("what may go on alone, and is taken in before anything else")
    void acceptance_cancelledMeanwhile() throws Exception {
        try (Bench bench = bench(FaultScript.NONE, write -> write instanceof OperationWrite.Accept)) {
            assertThat(bench.penstock()
                            .call(Bench.call()
                                    .withKey("k")
                                    .withSettings(CallSettings.attached().withOnDeadline(OnDeadline.CONTINUE))))
                    .isInstanceOf(Result.Cancelled.class);

            assertCancelled("k");
            assertThat(bench.sends()).isZero();
        }
    }

    @Test
    @DisplayName("a reopening by a repeat")
    void reopening_cancelledMeanwhile() throws Exception {
        try (Bench bench = bench(BUSY, write -> write instanceof OperationWrite.Decide)) {
            ChatCall call = Bench.call()
                    .withKey("k")
                    .withSettings(CallSettings.attached().withMaxAttempts(1));
            assertThat(bench.penstock().call(call)).isInstanceOf(Result.GaveUp.class);

            assertThat(bench.penstock().call(call)).isInstanceOf(Result.Cancelled.class);

            assertCancelled("k");
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("an outcome after which it was to be tried again")
    void outcome_cancelledMeanwhile() throws Exception {
        try (Bench bench = bench(
                BUSY, write -> write instanceof OperationWrite.Settle settle && settle.next() instanceof Next.Retry)) {
            assertThat(bench.penstock().call(Bench.call().withKey("k"))).isInstanceOf(Result.Cancelled.class);

            assertCancelled("k");
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    private static void awaitPermitOut(Bench bench) throws InterruptedException {
        while (bench.penstock().snapshot().permits().values().stream().noneMatch(limiter -> limiter.active() == 1)) {
            Time.system().sleeper().sleep(Duration.ofMillis(10).toNanos());
        }
    }

    private void assertCancelled(String key) {
        assertThat(lost).isTrue();
        assertThat(Ledgers.record(ledger, key).state()).isEqualTo(OperationState.CANCELLED_BEFORE_DISPATCH);
    }

    /** The first such write is done again, as when its acknowledgement was lost, and a cancel comes in between. */
    private Bench bench(FaultScript script, Predicate<OperationWrite> which) {
        Ledger losing = Interposed.inFrontOf(
                ledger,
                (method, arguments) -> method.equals("write")
                                && arguments[0] instanceof OperationWrite write
                                && which.test(write)
                                && lost.compareAndSet(false, true)
                        ? cancelledMeanwhile(write)
                        : null);
        return new Bench(
                script,
                config -> config.withLedger(losing).withPolicy(config.policy().withMaxActive(1)));
    }

    private WriteResult cancelledMeanwhile(OperationWrite write) {
        WriteResult.Committed first = (WriteResult.Committed) written(write);
        written(new OperationWrite.RequestCancel(
                WriteId.create(Chance.system()), first.record().ref(), "somebody", "no longer wanted"));
        return written(write);
    }

    private WriteResult written(OperationWrite write) {
        try {
            return ledger.operations().write(write);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
