package dev.penstock.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.store.PermitBlocks.Ask;
import dev.penstock.store.PermitBlocks.Block;
import dev.penstock.store.PermitBlocks.Terms;
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

/** Blocks of an account's permits, leased to one process each (design 9, R-ADMIT-8, B073). */
public abstract class PermitBlocksContract extends LedgerContract {

    private static final int LIMIT = 20;
    private static final Terms TERMS = new Terms(Duration.ofSeconds(60), Duration.ofSeconds(30));
    private static final WorkerId ONE = new WorkerId("one");
    private static final WorkerId OTHER = new WorkerId("other");

    /** For subclasses. */
    protected PermitBlocksContract() {}

    @Test
    void refresh_alone_getsWhatItWants() {
        assertThat(refresh(ONE, 0, 5)).isEqualTo(new Block(5, 5));
        assertThat(refresh(ONE, 5, 50)).isEqualTo(new Block(LIMIT, LIMIT));
    }

    @Test
    @DisplayName("a newcomer gets what is free at once, and its share as the other hands it back")
    void refresh_newcomer_getsItsShareAsItIsHandedBack() {
        refresh(ONE, 0, 50);
        assertThat(refresh(OTHER, 0, 50)).isEqualTo(new Block(0, 10));

        Block fewer = refresh(ONE, LIMIT, 50);
        assertThat(fewer.usable()).isEqualTo(10);
        assertThat(fewer.permits())
                .as("what it may have charged until it knows")
                .isEqualTo(LIMIT);
        assertThat(refresh(OTHER, 0, 50).usable()).isZero();

        refresh(ONE, 14, 50);
        assertThat(refresh(OTHER, 0, 50).usable()).isEqualTo(6);
        refresh(ONE, 10, 50);
        assertThat(refresh(OTHER, 6, 50)).isEqualTo(new Block(10, 10));
    }

    @Test
    @DisplayName("B073 what a worker says it holds and was not given is not believed")
    void refresh_holdsMoreThanItWasGiven_isNotBelieved() {
        refresh(ONE, 0, 4);
        assertThat(refresh(ONE, 500, 0).permits()).isEqualTo(4);
        assertThat(refresh(OTHER, 500, 0).permits()).isZero();
    }

    @Test
    @DisplayName("B073 a dead worker's block is free when everything under it has ended, not before")
    void deadWorker_itsBlockIsKeptBackUntilItsAttemptsHaveEnded() {
        refresh(ONE, 0, 12);
        clock.move(Duration.ofMillis(89_999));
        assertThat(refresh(OTHER, 0, 50)).isEqualTo(new Block(8, 8));

        clock.move(Duration.ofMillis(1));
        assertThat(refresh(OTHER, 8, 50)).isEqualTo(new Block(LIMIT, LIMIT));
    }

    @Test
    @DisplayName(
            "R-ADMIT-8 for a worker that asks no more, nothing is kept free beyond what it has; once it asks, it shares")
    void silentWorker_wantsNothingMore() {
        refresh(ONE, 0, 17);
        assertThat(refresh(OTHER, 0, 50)).isEqualTo(new Block(3, 10));
        clock.move(Duration.ofSeconds(2));

        assertThat(refresh(ONE, 17, 50)).isEqualTo(new Block(17, 17));
        assertThat(refresh(OTHER, 3, 50).share()).isEqualTo(10);
        assertThat(refresh(ONE, 17, 50).usable()).isEqualTo(10);
    }

    @Test
    @DisplayName("B073 who was away for longer than its block begins with nothing, whatever it thinks it holds")
    void pausedWorker_comesBackWithNothing() {
        refresh(ONE, 0, LIMIT);
        clock.move(Duration.ofSeconds(90));
        refresh(OTHER, 0, LIMIT);

        assertThat(refresh(ONE, LIMIT, LIMIT).permits()).isZero();
    }

    @Test
    @DisplayName("a lower limit takes hold with the next renewals")
    void refresh_lowerLimit_handsOutNoMore() {
        refresh(ONE, 0, 15);
        Ask lower = new Ask("account", "model", 4, 15, 15, TERMS);
        assertThat(ledger().permitBlocks().refresh(ONE, lower)).isEqualTo(new Block(15, 4));
        assertThat(ledger().permitBlocks()
                        .refresh(OTHER, new Ask("account", "model", 4, 0, 9, TERMS))
                        .permits())
                .isZero();
    }

    @Test
    void refresh_otherModelOrAccount_isApart() {
        refresh(ONE, 0, LIMIT);
        assertThat(ledger().permitBlocks()
                        .refresh(OTHER, new Ask("account", "second", LIMIT, 0, 9, TERMS))
                        .permits())
                .isEqualTo(9);
        assertThat(ledger().permitBlocks()
                        .refresh(OTHER, new Ask("second", "model", LIMIT, 0, 9, TERMS))
                        .permits())
                .isEqualTo(9);
    }

    @Test
    @DisplayName("a block that was said to be lost is asked for again, and nothing is handed out twice")
    void lostAcknowledgement_neverAboveTheLimit() {
        fixture().loseNextAcknowledgement();
        refresh(ONE, 0, 12);
        Block other = refresh(OTHER, 0, 50);

        assertThat(other.permits() + refresh(ONE, 0, 0).permits()).isLessThanOrEqualTo(LIMIT);
    }

    @Test
    @DisplayName("many processes at once, from the first moment: never more than the limit, and the limit is used")
    void refresh_manyAtOnce_neverAboveTheLimit() throws Exception {
        List<Callable<Block>> asks = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            WorkerId worker = new WorkerId("worker-" + i);
            asks.add(() -> refresh(worker, 0, 50));
        }
        List<Block> blocks = Together.run(asks);

        assertThat(blocks.stream().mapToInt(Block::permits).sum()).isEqualTo(LIMIT);
    }

    @Test
    @DisplayName("R-ADMIT-8 fewer permits than processes: they go round, and nobody starves")
    void refresh_limitBelowTheirNumber_goesRound() {
        int limit = 2;
        Map<WorkerId, Integer> usable = new HashMap<>();
        Map<WorkerId, Integer> turns = new HashMap<>();
        for (int round = 0; round < 120; round++) {
            for (int i = 0; i < 5; i++) {
                WorkerId worker = new WorkerId("worker-" + i);
                int holding = usable.getOrDefault(worker, 0);
                Block block =
                        ledger().permitBlocks().refresh(worker, new Ask("account", "model", limit, holding, 9, TERMS));
                usable.put(worker, block.usable());
                turns.merge(worker, block.usable(), Integer::sum);
                assertThat(usable.values().stream().mapToInt(Integer::intValue).sum())
                        .isLessThanOrEqualTo(limit);
            }
            clock.move(Duration.ofMillis(500));
        }

        assertThat(turns)
                .hasSize(5)
                .allSatisfy((worker, count) -> assertThat(count).isGreaterThan(5));
    }

    @Test
    @DisplayName("processes that come, work, die and pause: what all may have charged is never more than the limit")
    void anyCourse_neverAboveTheLimit() {
        SplittableRandom random = new SplittableRandom(20261130);
        Map<WorkerId, Integer> usable = new HashMap<>();
        Map<WorkerId, Long> until = new HashMap<>();
        for (int step = 0; step < 400; step++) {
            clock.move(Duration.ofMillis(random.nextLong(20_000)));
            long now = clock.millis();
            until.values().removeIf(end -> end <= now);
            usable.keySet().retainAll(until.keySet());
            WorkerId worker = new WorkerId("worker-" + random.nextInt(4));
            Block block = refresh(worker, usable.getOrDefault(worker, 0), random.nextInt(40));
            usable.put(worker, block.usable());
            until.put(
                    worker,
                    now + TERMS.attempts().toMillis() + TERMS.abortHold().toMillis());
            assertThat(usable.values().stream().mapToInt(Integer::intValue).sum())
                    .as("step %d", step)
                    .isLessThanOrEqualTo(LIMIT);
        }
    }

    private Block refresh(WorkerId worker, int holding, int wanted) {
        return ledger().permitBlocks().refresh(worker, new Ask("account", "model", LIMIT, holding, wanted, TERMS));
    }
}
