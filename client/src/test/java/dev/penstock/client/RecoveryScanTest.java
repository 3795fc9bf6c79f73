package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.StoreException;
import dev.penstock.store.WorkerId;
import dev.penstock.store.Workers;
import dev.penstock.time.Time;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How often a process looks for others that ended. */
class RecoveryScanTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "the ledger is away", "a fault of ours"})
    @DisplayName("R-OP-6 where several share a ledger every one of them looks again and again, also after a failure")
    void start_severalProcesses_repeats(String failure) throws InterruptedException {
        Counted workers = new Counted(Optional.of(Duration.ofMillis(1)), failure);
        try (RecoveryScan scan = RecoveryScan.start(workers, Time.system())) {
            assertThat(scan).isNotNull();
            workers.recoveries.acquire(4);
        }
    }

    @Test
    @DisplayName("where nobody else works on the ledger, one look at the start is enough")
    void start_aloneOnTheLedger_looksOnce() {
        Counted workers = new Counted(Optional.empty(), "");
        try (RecoveryScan scan = RecoveryScan.start(workers, Time.system())) {
            assertThat(scan).isNotNull();
            assertThat(workers.recoveries.availablePermits()).isEqualTo(1);
        }
    }

    /** Counts recoveries; from the second on they may fail. */
    private static final class Counted implements Workers {

        private final Semaphore recoveries = new Semaphore(0);
        private final Optional<Duration> every;
        private final String failure;

        Counted(Optional<Duration> every, String failure) {
            this.every = every;
            this.failure = failure;
        }

        @Override
        public Optional<Duration> recoverEvery() {
            return every;
        }

        @Override
        public Map<OperationState, Long> recover() {
            recoveries.release();
            if (!failure.isEmpty() && recoveries.availablePermits() > 1) {
                throw failure.contains("fault")
                        ? new IllegalStateException(failure)
                        : new StoreException(StoreException.Kind.UNAVAILABLE, failure, null);
            }
            return Map.of();
        }

        @Override
        public WorkerId register() {
            return new WorkerId("w");
        }

        @Override
        public long heartbeat(WorkerId worker) {
            return 0;
        }

        @Override
        public void leave(WorkerId worker) {}
    }
}
