package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StoreException;
import dev.penstock.time.Time;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("R-OP-5 a call to be tried again whose caller was told that the store is away, once that is back")
class LeftOverRetryTest {

    private static final FaultScript BUSY_ONCE = FaultScript.builder()
            .rule("busy", when -> when.first(1), then -> then.status(503))
            .build();

    @TempDir
    private Path folder;

    private final AtomicBoolean isAway = new AtomicBoolean(true);

    @Test
    @DisplayName("is ended, since nobody goes on with it, and its repeat sends it again")
    void outcomeRecordedLate_isAbandonedAndReopenedByItsRepeat() throws Exception {
        try (Ledger real = Ledgers.open(folder);
                Bench bench = new Bench(BUSY_ONCE, config -> config.withLedger(between(real)))) {
            assertThat(bench.penstock().call(Bench.call().withKey("k"))).isInstanceOf(Result.StoreUnavailable.class);
            assertThat(Ledgers.record(real, "k").state()).isEqualTo(OperationState.DISPATCHING);

            isAway.set(false);

            OperationRecord ended = Ledgers.awaitSettled(real, "k");
            assertThat(ended.state()).isEqualTo(OperationState.DEAD_LETTER);
            assertThat(ended.reason()).isEqualTo(EndReason.ABANDONED);
            assertThat(ended.attempts().ambiguous()).isZero();
            assertThat(repeated(bench)).isInstanceOf(Result.Answered.class);
            assertThat(bench.sends()).isEqualTo(2);
        }
    }

    /** Not before the time for which its backoff was to last. */
    private static Result repeated(Bench bench) throws InterruptedException {
        Result result = bench.penstock().call(Bench.call().withKey("k"));
        while (result instanceof Result.GaveUp) {
            Time.system().sleeper().sleep(Duration.ofMillis(20).toNanos());
            result = bench.penstock().call(Bench.call().withKey("k"));
        }
        return result;
    }

    private Ledger between(Ledger real) {
        return Interposed.inFrontOf(real, (method, arguments) -> {
            if (method.equals("write") && arguments[0] instanceof OperationWrite.Settle && isAway.get()) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "away", null);
            }
            return null;
        });
    }
}
