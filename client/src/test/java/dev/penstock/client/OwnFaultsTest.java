package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationRecord;
import dev.penstock.time.Time;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("R-CLASS-7 code of ours fails behind an intent: the ledger is told what is known, then it propagates")
class OwnFaultsTest {

    /** Counts looks at the clock from an attempt's start on; none before. */
    private final AtomicInteger looks = new AtomicInteger(Integer.MIN_VALUE);

    @TempDir
    private Path folder;

    @Test
    @DisplayName("row 4, before the first byte: nothing was sent, and it is a dead letter")
    void beforeTheSend_isADeadLetter() throws Exception {
        try (Ledger ledger = Ledgers.open(folder);
                Bench bench = bench(ledger, 1)) {
            assertThatThrownBy(() -> bench.penstock().call(Bench.call().withKey("k")))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("a fault of ours");

            OperationRecord record = Ledgers.record(ledger, "k");
            assertThat(record.state()).isEqualTo(OperationState.DEAD_LETTER);
            assertThat(record.reason()).isEqualTo(EndReason.INTERNAL_ERROR);
            assertThat(record.attempts().sent()).isZero();
            assertThat(bench.sends()).isZero();
            assertThat(bench.penstock().snapshot().permits().values())
                    .allSatisfy(permits -> assertThat(permits.charged()).isZero());
        }
    }

    @Test
    @DisplayName("row 26, after it: the provider may have answered, and the outcome is unknown")
    void afterTheSend_isUnknown() throws Exception {
        try (Ledger ledger = Ledgers.open(folder);
                Bench bench = bench(ledger, 2)) {
            assertThatThrownBy(() -> bench.penstock().call(Bench.call().withKey("k")))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("a fault of ours");

            OperationRecord record = Ledgers.record(ledger, "k");
            assertThat(record.state()).isEqualTo(OperationState.UNKNOWN_OUTCOME);
            assertThat(record.reason()).isEqualTo(EndReason.INTERNAL_ERROR);
            assertThat(record.attempts().ambiguous()).isEqualTo(1);
            assertThat(bench.penstock().call(Bench.call().withKey("k"))).isInstanceOf(Result.UnknownOutcome.class);
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    private Bench bench(Ledger ledger, int failingLook) {
        Time real = Time.system();
        Time faulty = new Time(real.ticker(), () -> look(real, failingLook), real.sleeper(), real.timers());
        return new Bench(
                FaultScript.NONE,
                config -> new PenstockConfig(
                        config.routes(),
                        ledger,
                        config.policy(),
                        config.transport(),
                        config.upstreamStream(),
                        config.prices(),
                        event -> {
                            if (event instanceof CallEvent.AttemptStarted) {
                                looks.set(0);
                            }
                        },
                        config.background(),
                        faulty,
                        config.random()));
    }

    private Instant look(Time real, int failing) {
        if (looks.incrementAndGet() == failing) {
            looks.set(Integer.MIN_VALUE);
            throw new IllegalStateException("a fault of ours");
        }
        return real.wall().instant();
    }
}
