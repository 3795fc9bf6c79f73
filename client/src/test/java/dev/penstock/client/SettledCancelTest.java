package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.store.Decision;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.WriteId;
import dev.penstock.time.Chance;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("R-CANCEL-2 a cancel that came too late for an end is over with it")
class SettledCancelTest {

    private static final long PATIENCE_SECONDS = 60;

    @TempDir
    private Path folder;

    private volatile CountDownLatch looks = new CountDownLatch(0);

    @Test
    @DisplayName("the repeat that reopens it is not cancelled by it")
    void seenBeforeTheReopening_cancelsNothing() throws Exception {
        try (Ledger real = Ledgers.open(folder)) {
            AnotherProcess another = new AnotherProcess(real);
            OperationRecord sent = another.sends("k");
            real.operations()
                    .write(new OperationWrite.RequestCancel(WriteId.create(Chance.system()), sent.ref(), "late", ""));
            OperationRecord ended = another.isExhausted(sent);
            assertThat(ended.state()).isEqualTo(OperationState.DEAD_LETTER);
            assertThat(ended.times().cancelRequestedAt()).isPresent();

            Ledger ledger = Interposed.inFrontOf(real, (method, arguments) -> {
                if (method.equals("findAll")) {
                    looks.countDown();
                }
                if (method.equals("write")
                        && arguments[0] instanceof OperationWrite.Decide decide
                        && decide.decision().kind() instanceof Decision.Kind.Reopen) {
                    // The second one begins when all that the first one found is done.
                    awaitLooks(2);
                }
                return null;
            });
            try (Bench bench = new Bench(FaultScript.NONE, config -> config.withLedger(ledger))) {
                assertThat(bench.penstock().call(Bench.call().withKey("k"))).isInstanceOf(Result.Answered.class);
                assertThat(bench.sends()).isEqualTo(1);
            }
        }
    }

    private void awaitLooks(int count) {
        CountDownLatch coming = new CountDownLatch(count);
        looks = coming;
        try {
            assertThat(coming.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
