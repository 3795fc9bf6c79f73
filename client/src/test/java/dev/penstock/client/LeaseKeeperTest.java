package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.StoreException;
import dev.penstock.store.WorkerId;
import dev.penstock.store.Workers;
import dev.penstock.time.Time;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** When a process may send under its lease, and what it does when it has lost it. */
class LeaseKeeperTest {

    private final Said workers = new Said();

    @Test
    void start_freshLease_maySend() {
        try (LeaseKeeper keeper = LeaseKeeper.start(workers, Time.system())) {
            assertThat(keeper.right().getAsBoolean()).isTrue();
            assertThat(keeper.worker()).isEqualTo(new WorkerId("w1"));
        }
        assertThat(workers.said).containsExactly("register w1", "heartbeat w1", "leave w1");
    }

    @Test
    @DisplayName(
            "R-OP-6 a lost lease: what it held is settled before it may send again, and then under another identity")
    void beat_leaseLost_recoversThenRegistersAnew() {
        try (LeaseKeeper keeper = LeaseKeeper.start(workers, Time.system())) {
            workers.lost.add("w1");

            keeper.beat();

            assertThat(keeper.right().getAsBoolean()).isTrue();
            assertThat(keeper.worker()).isEqualTo(new WorkerId("w2"));
        }
        assertThat(workers.said)
                .containsExactly(
                        "register w1",
                        "heartbeat w1",
                        "heartbeat w1",
                        "recover",
                        "register w2",
                        "heartbeat w2",
                        "leave w2");
    }

    @Test
    @DisplayName("R-OP-6 what was written under a lost lease may not be sent under the next one")
    void right_ofALostLease_doesNotComeBack() {
        try (LeaseKeeper keeper = LeaseKeeper.start(workers, Time.system())) {
            BooleanSupplier right = keeper.right();
            assertThat(right.getAsBoolean()).isTrue();
            workers.lost.add("w1");

            keeper.beat();

            assertThat(right.getAsBoolean()).isFalse();
            assertThat(keeper.right().getAsBoolean()).isTrue();
        }
    }

    @Test
    @DisplayName("a lost lease that cannot be replaced, since the ledger went away again, sends nothing")
    void beat_leaseLostAndLedgerAway_maySendNothing() {
        try (LeaseKeeper keeper = LeaseKeeper.start(workers, Time.system())) {
            workers.lost.add("w1");
            workers.away = true;

            keeper.beat();

            assertThat(keeper.right().getAsBoolean()).isFalse();
            workers.away = false;
            keeper.beat();
            assertThat(keeper.right().getAsBoolean()).isTrue();
        }
    }

    private static final class Said implements Workers {

        private final List<String> said = new ArrayList<>();
        private final List<String> lost = new ArrayList<>();
        private boolean away;
        private int registered;

        @Override
        public WorkerId register() {
            WorkerId worker = new WorkerId("w" + ++registered);
            said.add("register " + worker.value());
            return worker;
        }

        @Override
        public long heartbeat(WorkerId worker) {
            said.add("heartbeat " + worker.value());
            return lost.contains(worker.value()) ? 0 : 15_000;
        }

        @Override
        public Map<OperationState, Long> recover() {
            if (away) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "away", null);
            }
            said.add("recover");
            return Map.of();
        }

        @Override
        public void leave(WorkerId worker) {
            said.add("leave " + worker.value());
        }
    }
}
