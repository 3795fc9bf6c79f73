package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.simulator.script.FaultScript;
import dev.penstock.store.Ledger;
import dev.penstock.store.StoreException;
import dev.penstock.time.Time;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("R-OP-5 a process that cannot prove its lease, since its ledger does not answer")
class OutOfTouchTest {

    @TempDir
    private Path folder;

    private final AtomicBoolean isSilent = new AtomicBoolean(true);
    private final AtomicInteger asked = new AtomicInteger();

    @Test
    @DisplayName("refuses a call under a key at once, with nothing tried, and serves it again by itself")
    void call_outOfTouch_isRefusedWithNothingTried() throws Exception {
        try (Ledger real = Ledgers.open(folder);
                Bench bench = new Bench(FaultScript.NONE, config -> config.withLedger(between(real)))) {
            assertThat(bench.penstock().call(Bench.call().withKey("k"))).isInstanceOf(Result.StoreUnavailable.class);
            assertThat(bench.penstock().submit(Bench.call().withKey("b"))).isInstanceOf(Submitted.Instead.class);
            assertThat(asked).hasValue(0);
            assertThat(bench.sends()).isZero();

            isSilent.set(false);

            assertThat(answered(bench)).isInstanceOf(Result.Answered.class);
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    private Ledger between(Ledger real) {
        Ledger counted = Interposed.inFrontOf(real, (method, arguments) -> {
            if (method.equals("find") || method.equals("write")) {
                asked.incrementAndGet();
            }
            return null;
        });
        return Interposed.inFrontOfWorkers(counted, (method, arguments) -> {
            if (method.equals("heartbeat") && isSilent.get()) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "no answer", null);
            }
            return null;
        });
    }

    private static Result answered(Bench bench) throws InterruptedException {
        Result result = bench.penstock().call(Bench.call().withKey("k"));
        while (result instanceof Result.StoreUnavailable) {
            Time.system().sleeper().sleep(Duration.ofMillis(20).toNanos());
            result = bench.penstock().call(Bench.call().withKey("k"));
        }
        return result;
    }
}
