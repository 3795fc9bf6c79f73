package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.simulator.script.Ending.How;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StoreException;
import dev.penstock.store.WorkerId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("R-OP-6 an outcome that is committed after its caller was told that the store is away")
class LateOutcomeTest {

    @TempDir
    private Path folder;

    private final AtomicBoolean away = new AtomicBoolean(true);

    @Test
    @DisplayName("what would have been tried again does not stay with a process that does nothing with it")
    void ambiguousAttempt_committedLate_becomesUnknown() throws Exception {
        FaultScript once = FaultScript.builder()
                .rule("cut", when -> when.first(1), then -> then.cutAtByte(0, How.RST))
                .build();
        try (Ledger ledger = Ledgers.open(folder);
                Bench bench = new Bench(once, config -> config.withLedger(withoutSettling(ledger)))) {
            Result told = bench.penstock()
                    .call(Bench.call()
                            .withKey("k")
                            .withSettings(CallSettings.attached()
                                    .withReplay(ReplaySetting.AFTER_ANYTHING)
                                    .withDeadline(Duration.ofSeconds(3))));
            assertThat(told).isInstanceOf(Result.StoreUnavailable.class);

            away.set(false);

            OperationRecord settled = Ledgers.awaitSettled(ledger, "k");
            assertThat(settled.state()).isEqualTo(OperationState.UNKNOWN_OUTCOME);
            assertThat(settled.reason()).isEqualTo(EndReason.ABANDONED);
            assertThat(settled.attempts().ambiguous()).isEqualTo(1);
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("what was taken over, and what a late refusal left to be tried again, does not stay with nobody")
    void refusalAfterTheLease_storeAwayThen_isAbandoned() throws Exception {
        FaultScript once = FaultScript.builder()
                .rule("busy", when -> when.first(1), then -> then.status(503))
                .build();
        try (Ledger ledger = Ledgers.open(folder);
                Bench bench = new Bench(once, config -> config.withLedger(takenOver(ledger)))) {
            Result told = bench.penstock().call(Bench.call().withKey("k"));
            assertThat(told).isInstanceOf(Result.StoreUnavailable.class);

            OperationRecord settled = Ledgers.awaitSettled(ledger, "k");
            assertThat(settled.state()).isEqualTo(OperationState.DEAD_LETTER);
            assertThat(settled.reason()).isEqualTo(EndReason.ABANDONED);
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    /** The lease is lost before the first outcome is written, and the store is away for the intent after it. */
    private static Ledger takenOver(Ledger ledger) {
        AtomicReference<WorkerId> sender = new AtomicReference<>();
        return Interposed.inFrontOf(ledger, (method, arguments) -> {
            if (!method.equals("write")) {
                return null;
            }
            if (arguments[0] instanceof OperationWrite.Reserve reserve) {
                sender.set(reserve.worker());
            }
            if (arguments[0] instanceof OperationWrite.Settle) {
                ledger.workers().leave(Objects.requireNonNull(sender.get()));
                ledger.workers().recover();
            }
            if (arguments[0] instanceof OperationWrite.Intend) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "away", null);
            }
            return null;
        });
    }

    private Ledger withoutSettling(Ledger ledger) {
        return Interposed.inFrontOf(ledger, (method, arguments) -> {
            if (away.get() && method.equals("write") && arguments[0] instanceof OperationWrite.Settle) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "away", null);
            }
            return null;
        });
    }
}
