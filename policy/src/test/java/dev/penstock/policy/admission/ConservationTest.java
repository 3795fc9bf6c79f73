package dev.penstock.policy.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

@DisplayName("R-ADMIT-2 permits are exactly conserved and never above the limit")
class ConservationTest {

    @Test
    void aMillionRandomEvents_everyPermitIsAccountedFor() {
        for (long seed = 1; seed <= 10; seed++) {
            new Run(new PermitPool.Real(5), seed).play(100_000);
        }
    }

    @Test
    void aFaultlessPlainPool_passes() {
        assertThatCode(() -> new Run(new FaultyPool(FaultyPool.Fault.NONE, 5), 1).play(100_000))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void everyKnownFault_isCaught(FaultyPool.Fault fault) {
        assertThatThrownBy(() -> new Run(new FaultyPool(fault, 5), 1).play(100_000))
                .isInstanceOf(AssertionError.class);
    }

    /** Random events against one pool, and a second account of what must be charged. */
    private static final class Run {

        private final PermitPool pool;
        private final long seed;
        private final SplittableRandom random;
        private final List<PermitPool.Ticket> waiting = new ArrayList<>();
        private final List<PermitPool.Ticket> active = new ArrayList<>();
        private final List<PermitPool.Ticket> held = new ArrayList<>();
        private final List<PermitPool.Ticket> over = new ArrayList<>();
        private int limit = 5;

        Run(PermitPool pool, long seed) {
            this.pool = pool;
            this.seed = seed;
            this.random = new SplittableRandom(seed);
        }

        void play(int events) {
            for (int i = 0; i < events; i++) {
                int before = active.size() + held.size();
                event();
                account(i, before);
            }
            drain();
        }

        private void event() {
            switch (random.nextInt(10)) {
                case 0, 1, 2 -> waiting.add(pool.ask("t" + random.nextInt(3)));
                case 3 -> move(waiting, over, pool::takeBack);
                case 4, 5 -> move(active, over, pool::release);
                case 6 -> move(active, held, pool::abort);
                case 7 -> move(held, over, pool::endHold);
                case 8 -> endAgain();
                default -> {
                    limit = random.nextInt(8);
                    pool.resize(limit);
                }
            }
        }

        /** Somebody comes second: nothing may change. */
        private void endAgain() {
            if (over.isEmpty()) {
                return;
            }
            PermitPool.Ticket ticket = over.get(random.nextInt(over.size()));
            if (!ticket.granted()) {
                pool.takeBack(ticket);
                return;
            }
            switch (random.nextInt(3)) {
                case 0 -> pool.release(ticket);
                case 1 -> pool.abort(ticket);
                default -> pool.endHold(ticket);
            }
        }

        private void account(int event, int before) {
            waiting.removeIf(ticket -> ticket.granted() && active.add(ticket));
            int charged = active.size() + held.size();
            assertThat(pool.charged())
                    .as("seed %d, event %d: charged", seed, event)
                    .isEqualTo(charged);
            if (charged > before) {
                assertThat(charged)
                        .as("seed %d, event %d: above the limit", seed, event)
                        .isLessThanOrEqualTo(limit);
            }
            if (charged < limit) {
                assertThat(waiting)
                        .as("seed %d, event %d: waits beside a free permit", seed, event)
                        .isEmpty();
            }
            if (over.size() > 100) {
                over.subList(0, 50).clear();
            }
        }

        private void drain() {
            limit = 0;
            pool.resize(0);
            List.copyOf(waiting).forEach(pool::takeBack);
            active.forEach(pool::release);
            held.forEach(pool::endHold);
            assertThat(pool.charged()).as("seed %d: left at the end", seed).isZero();
            pool.resize(5);
            List<PermitPool.Ticket> fresh = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                fresh.add(pool.ask("t"));
            }
            assertThat(fresh)
                    .as("seed %d: all permits are there again", seed)
                    .extracting(PermitPool.Ticket::granted)
                    .containsExactly(true, true, true, true, true, false);
        }

        private void move(List<PermitPool.Ticket> from, List<PermitPool.Ticket> to, Consumer<PermitPool.Ticket> step) {
            if (!from.isEmpty()) {
                PermitPool.Ticket ticket = from.remove(random.nextInt(from.size()));
                to.add(ticket);
                step.accept(ticket);
            }
        }
    }
}
