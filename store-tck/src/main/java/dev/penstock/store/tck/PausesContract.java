package dev.penstock.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.store.Ledger;
import dev.penstock.store.RoutePauseRows.Row;
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
    @DisplayName("another process beside the engine ends a pause, and the engine sees it")
    void remove_byAnObserver_isSeenByTheEngine() {
        ledger().pauses().put(BALANCE);
        try (Ledger observer = fixture().observer()) {
            assertThat(observer.pauses().remove(BALANCE.scope())).isTrue();
        }

        assertThat(ledger().pauses().all()).isEmpty();
    }
}
