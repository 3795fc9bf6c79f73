package dev.penstock.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.retry.BudgetScope;
import dev.penstock.policy.retry.LeasedTokens.Standing;
import dev.penstock.policy.retry.RetryBudgetSettings;
import dev.penstock.store.RetryTokens.Ask;
import dev.penstock.store.RetryTokens.Block;
import dev.penstock.store.WorkerId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** An account's retry tokens, leased by the block to the processes that share them (design 5 and 9, R-BUDGET-3). */
public abstract class RetryTokensContract extends LedgerContract {

    private static final int CAPACITY = 10;
    private static final Duration FLOOR = Duration.ofSeconds(10);
    private static final Duration LASTING = Duration.ofSeconds(15);
    private static final RetryBudgetSettings ALLOWANCE =
            new RetryBudgetSettings(BudgetScope.ACCOUNT, CAPACITY, 10, FLOOR);
    private static final WorkerId ONE = new WorkerId("one");
    private static final WorkerId OTHER = new WorkerId("other");

    /** For subclasses. */
    protected RetryTokensContract() {}

    @Test
    @DisplayName("R-BUDGET-3 one process alone holds the whole allowance; the second gets its part as it is given back")
    void renew_newcomer_getsItsPart() {
        assertThat(renew(ONE, idle(0))).isEqualTo(new Block(CAPACITY, CAPACITY));
        assertThat(renew(OTHER, idle(0))).isEqualTo(new Block(0, 5));

        assertThat(renew(ONE, idle(CAPACITY)).keep()).isEqualTo(5);
        assertThat(renew(ONE, new Standing(5, 5, 0, false))).isEqualTo(new Block(0, 5));
        assertThat(renew(OTHER, idle(0))).isEqualTo(new Block(5, 5));
    }

    @Test
    @DisplayName("R-BUDGET-3 what is spent comes back by the floor alone, once for all of them")
    void renew_spent_comesBackByTheFloor() {
        renew(ONE, idle(0));
        assertThat(renew(ONE, idle(0)).more()).as("all are spent").isZero();

        clock.move(FLOOR.dividedBy(2));
        assertThat(renew(ONE, idle(0)).more()).isZero();
        clock.move(FLOOR.dividedBy(2));
        assertThat(renew(ONE, idle(0)).more()).isEqualTo(1);
        assertThat(renew(OTHER, idle(0)).more()).isZero();
    }

    @Test
    @DisplayName("R-BUDGET-3 the floor is counted once, also where who began earlier comes to the bucket later")
    void renew_transactionThatBeganEarlier_floorIsCountedOnce() {
        renew(ONE, idle(0));
        clock.move(FLOOR);
        assertThat(renew(ONE, idle(0)).more()).isEqualTo(1);

        clock.move(FLOOR.negated());
        assertThat(renew(OTHER, idle(0)).more()).isZero();
        clock.move(FLOOR);
        assertThat(renew(ONE, idle(0)).more()).isZero();
        clock.move(FLOOR.negated());
        ledger().retryTokens().leave(OTHER, new Ask("account", ALLOWANCE, idle(0), LASTING));
        clock.move(FLOOR);

        assertThat(renew(ONE, idle(0)).more()).isZero();
        clock.move(FLOOR);
        assertThat(renew(ONE, idle(0)).more()).isEqualTo(1);
    }

    @Test
    @DisplayName("R-BUDGET-1 ten originals earn one, each counted once")
    void renew_originals_earn() {
        renew(ONE, idle(0));
        assertThat(renew(ONE, new Standing(0, 0, 9, true)).more()).isZero();
        assertThat(renew(ONE, new Standing(0, 0, 10, true)).more()).isEqualTo(1);
        assertThat(renew(ONE, new Standing(0, 0, 10, true)).more()).isZero();
    }

    @Test
    @DisplayName("who finds no token has the parts of those who need none, but for one")
    void renew_wanting_hasTheOthersParts() {
        renew(ONE, idle(0));
        renew(OTHER, new Standing(0, 0, 0, true));

        int keep = renew(ONE, idle(CAPACITY)).keep();
        renew(ONE, new Standing(keep, CAPACITY - keep, 0, false));

        assertThat(keep).isEqualTo(1);
        assertThat(renew(OTHER, new Standing(0, 0, 0, true)).more()).isEqualTo(CAPACITY - 1);
    }

    @Test
    @DisplayName("a dead process's tokens are lost: its part is free when its block has ended, and empty then")
    void deadWorker_itsTokensAreLost() {
        renew(ONE, idle(0));
        clock.move(LASTING.minusMillis(1));
        assertThat(renew(OTHER, idle(0)).more()).as("the block still stands").isZero();

        clock.move(Duration.ofMillis(1));
        assertThat(renew(OTHER, idle(0)).more())
                .as("nothing is in the bucket yet")
                .isZero();
        clock.move(FLOOR);
        assertThat(renew(OTHER, idle(0)).more()).isEqualTo(1);
    }

    @Test
    @DisplayName("who leaves in order gives back what it holds")
    void leave_tokensAreInTheBucket() {
        renew(ONE, idle(0));
        ledger().retryTokens().leave(ONE, new Ask("account", ALLOWANCE, new Standing(0, 6, 0, false), LASTING));

        assertThat(renew(OTHER, idle(0))).isEqualTo(new Block(6, CAPACITY));
    }

    @Test
    @DisplayName("what a worker says it holds and was not given, or lost since, is not believed")
    void renew_holdsWhatIsNotItsOwn_isNotBelieved() {
        renew(ONE, idle(0));
        renew(ONE, idle(0));
        clock.move(Duration.ofMillis(1));
        assertThat(renew(OTHER, idle(500)).more()).isEqualTo(-500);

        clock.move(LASTING);
        assertThat(renew(ONE, new Standing(7, 90, 1_000_000, true)).more()).isLessThanOrEqualTo(1 - 7);
    }

    @Test
    @DisplayName("a block that was said to be lost is asked for again, and nothing is handed out twice")
    void lostAcknowledgement_neverAboveTheAllowance() {
        fixture().loseNextAcknowledgement();
        int one = renew(ONE, idle(0)).more();

        assertThat(one + renew(OTHER, idle(0)).more()).isLessThanOrEqualTo(CAPACITY);
    }

    @Test
    void renew_otherAccount_isApart() {
        renew(ONE, idle(0));
        assertThat(ledger().retryTokens()
                        .renew(OTHER, new Ask("second", ALLOWANCE, idle(0), LASTING))
                        .more())
                .isEqualTo(CAPACITY);
    }

    @Test
    @DisplayName("many processes at once, from the first moment: never more than one allowance")
    void renew_manyAtOnce_neverAboveTheAllowance() throws Exception {
        List<Callable<Block>> asks = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            WorkerId worker = new WorkerId("worker-" + i);
            asks.add(() -> renew(worker, new Standing(0, 0, 0, true)));
        }
        List<Block> blocks = Together.run(asks);

        assertThat(blocks.stream().mapToInt(Block::more).sum()).isEqualTo(CAPACITY);
    }

    @Test
    @DisplayName(
            "R-BUDGET-3 processes that come, retry, die and pause: together never more than capacity, floor and deposits")
    void anyCourse_neverAboveOneAllowance() {
        SplittableRandom random = new SplittableRandom(20261130);
        Map<WorkerId, Integer> held = new HashMap<>();
        Map<WorkerId, Integer> keep = new HashMap<>();
        Map<WorkerId, Long> until = new HashMap<>();
        Map<WorkerId, Long> originals = new HashMap<>();
        long begun = clock.millis();
        long spent = 0;
        for (int step = 0; step < 600; step++) {
            clock.move(Duration.ofMillis(random.nextLong(4_000)));
            long now = clock.millis();
            until.values().removeIf(end -> end <= now);
            held.keySet().retainAll(until.keySet());
            WorkerId worker = new WorkerId("worker-" + random.nextInt(4));
            int present = held.getOrDefault(worker, 0);
            int use = present == 0 ? 0 : random.nextInt(present + 1);
            spent += use;
            originals.merge(worker, random.nextLong(4), Long::sum);
            int left = present - use;
            int kept = Math.min(left, keep.getOrDefault(worker, 0));
            Block block = renew(
                    worker, new Standing(kept, left - kept, originals.getOrDefault(worker, 0L), random.nextBoolean()));
            held.put(worker, kept + block.more());
            keep.put(worker, block.keep());
            until.put(worker, now + LASTING.toMillis());

            int holding = held.values().stream().mapToInt(Integer::intValue).sum();
            long earned = originals.values().stream().mapToLong(Long::longValue).sum();
            assertThat(holding).as("step %d", step).isLessThanOrEqualTo(CAPACITY);
            assertThat((double) (spent + holding))
                    .as("step %d", step)
                    .isLessThanOrEqualTo(CAPACITY + (double) (now - begun) / FLOOR.toMillis() + earned / 10.0 + 0.001);
        }
        assertThat(spent).as("the allowance is used").isGreaterThan(CAPACITY);
    }

    private static Standing idle(int holding) {
        return new Standing(holding, 0, 0, false);
    }

    private Block renew(WorkerId worker, Standing standing) {
        return ledger().retryTokens().renew(worker, new Ask("account", ALLOWANCE, standing, LASTING));
    }
}
