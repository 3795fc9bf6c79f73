package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.StoreException;
import dev.penstock.store.WorkerId;
import dev.penstock.store.Workers;
import dev.penstock.testkit.VirtualTime;
import dev.penstock.time.Time;
import java.time.Duration;
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

    @Test
    @DisplayName("R-OP-5 out of touch is who gets no answer and cannot prove its lease any more, until it is answered")
    void outOfTouch_unansweredAndLeaseOver_untilAnswered() {
        VirtualTime virtual = new VirtualTime();
        Time time = virtual.time();
        try (LeaseKeeper keeper = LeaseKeeper.start(workers, withoutRounds(time))) {
            workers.silent = true;
            keeper.beat();
            assertThat(keeper.isOutOfTouch()).as("its lease goes on").isFalse();
            virtual.advance(Duration.ofSeconds(13));
            assertThat(keeper.isOutOfTouch()).isTrue();

            workers.silent = false;
            keeper.beat();

            assertThat(keeper.isOutOfTouch()).isFalse();
        }
    }

    @Test
    @DisplayName("who has slept through its lease is not out of touch: nobody has refused it an answer yet")
    void outOfTouch_leaseOverButNotAsked_isNot() {
        VirtualTime virtual = new VirtualTime();
        try (LeaseKeeper keeper = LeaseKeeper.start(workers, withoutRounds(virtual.time()))) {
            virtual.advance(Duration.ofMinutes(1));

            assertThat(keeper.right().getAsBoolean()).isFalse();
            assertThat(keeper.isOutOfTouch()).isFalse();
        }
    }

    private static Time withoutRounds(Time time) {
        return new Time(time.ticker(), time.wall(), time.sleeper(), time.timers(), (name, task) -> {});
    }

    private static final class Said implements Workers {

        private final List<String> said = new ArrayList<>();
        private final List<String> lost = new ArrayList<>();
        private boolean away;
        private boolean silent;
        private int registered;

        @Override
        public WorkerId register() {
            WorkerId worker = new WorkerId("w" + ++registered);
            said.add("register " + worker.value());
            return worker;
        }

        @Override
        public long heartbeat(WorkerId worker) {
            if (silent) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "silent", null);
            }
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
