package dev.penstock.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.store.Ledger;
import dev.penstock.store.Next;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.RoutePauseRows.Row;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Pauses are seen by every process and after a restart (design 6). */
public abstract class PausesContract extends LedgerContract {

    private static final Row BALANCE =
            new Row("account:deepseek", "balance", 1_000, 61_000, null, "insufficient_balance");

    /** For subclasses. */
    protected PausesContract() {}

    @Test
    void all_nothingPaused_isEmpty() {
        assertThat(ledger().pauses().all()).isEmpty();
    }

    @Test
    @DisplayName("a pause outlives the process that saw its cause")
    void put_afterRestart_isStillThere() {
        ledger().pauses().put(BALANCE);

        restart();

        assertThat(ledger().pauses().all()).containsExactly(BALANCE);
    }

    @Test
    void put_again_renewsAndKeepsItsBeginning() {
        ledger().pauses().put(BALANCE);
        ledger().pauses().put(new Row(BALANCE.scope(), "quota", 9_000, 99_000, "digest", null));

        assertThat(ledger().pauses().all())
                .containsExactly(new Row(BALANCE.scope(), "quota", 1_000, 99_000, "digest", null));
    }

    @Test
    void remove_paused_endsItOnce() {
        ledger().pauses().put(BALANCE);

        assertThat(ledger().pauses().remove(BALANCE.scope())).isTrue();
        assertThat(ledger().pauses().remove(BALANCE.scope())).isFalse();
        assertThat(ledger().pauses().all()).isEmpty();
    }

    @Test
    @DisplayName("R-CLASS-3 the end of a pause makes due what waits for it, and nothing else")
    void remove_paused_makesWaitingWorkDue() throws InterruptedException {
        ledger().pauses().put(BALANCE);
        accept(Samples.background("paused"));
        OperationRecord paused = operations().claimDue(worker(), 1).getFirst();
        committed(new OperationWrite.Release(nextId(), paused.version(), Duration.ofSeconds(60), EndReason.STOPPED));
        OperationRecord sent = reserve(Samples.background("stopped"));
        committed(settle(sent, AttemptCategory.STOP, new Next.Retry(Duration.ofMinutes(1), EndReason.STOPPED)));
        accept(Samples.background("later"));
        OperationRecord later = operations().claimDue(worker(), 1).getFirst();
        committed(new OperationWrite.Release(nextId(), later.version(), Duration.ofSeconds(60)));

        assertThat(now(paused.ref()).reason()).isEqualTo(EndReason.STOPPED);
        assertThat(ledger().pauses().remove(BALANCE.scope())).isTrue();

        clock.move(Duration.ofSeconds(1));
        assertThat(operations().claimDue(worker(), 10))
                .extracting(OperationRecord::ref)
                .containsExactlyInAnyOrder(paused.ref(), sent.ref());
    }

    @Test
    @DisplayName("the pause ended while its work was on the way back: that is due as well")
    void release_afterThePauseHasEnded_isDue() throws InterruptedException {
        accept(Samples.background("k"));
        OperationRecord claimed = operations().claimDue(worker(), 1).getFirst();
        committed(new OperationWrite.Release(nextId(), claimed.version(), Duration.ofSeconds(60), EndReason.STOPPED));

        clock.move(Duration.ofSeconds(1));
        assertThat(operations().claimDue(worker(), 1)).hasSize(1);
    }

    @Test
    @DisplayName("another process beside the engine ends a pause, and the engine sees it")
    void remove_byAnObserver_isSeenByTheEngine() {
        ledger().pauses().put(BALANCE);
        try (Ledger observer = fixture().observer()) {
            assertThat(observer.pauses().remove(BALANCE.scope())).isTrue();
        }

        assertThat(ledger().pauses().all()).isEmpty();
    }
}
