package dev.penstock.store.jdbc.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.store.WorkerId;
import dev.penstock.store.tck.ContractClock;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The identities that a store gives. */
class LedgerClockTest {

    @Test
    @DisplayName("B078 every start of a process has an identity of its own")
    void register_manyStarts_areAllDifferent() {
        LedgerClock clock = new LedgerClock(new ContractClock(), new SplittableRandom(1));
        Set<WorkerId> identities = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            identities.add(clock.nextWorkerId());
        }

        assertThat(identities).hasSize(10_000);
    }
}
