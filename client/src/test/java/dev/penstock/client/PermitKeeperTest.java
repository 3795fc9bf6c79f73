package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.admission.AccountKey;
import dev.penstock.policy.admission.Limit;
import dev.penstock.policy.admission.LimiterKey;
import dev.penstock.policy.admission.LimiterSettings;
import dev.penstock.policy.admission.LimiterSnapshot;
import dev.penstock.policy.admission.Limiters;
import dev.penstock.policy.admission.Permit;
import dev.penstock.policy.admission.PermitDecision;
import dev.penstock.policy.admission.PermitRequest;
import dev.penstock.policy.admission.Priority;
import dev.penstock.policy.classify.CapacityEffect;
import dev.penstock.store.PermitBlocks;
import dev.penstock.store.StoreException;
import dev.penstock.store.WorkerId;
import dev.penstock.store.jdbc.sqlite.SqliteLedger;
import dev.penstock.store.jdbc.sqlite.SqliteOptions;
import dev.penstock.testkit.VirtualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("R-ADMIT-8 B073 several processes share an account's permits by blocks")
class PermitKeeperTest {

    private static final int LIMIT = 4;
    private static final LimiterKey KEY = LimiterKey.of(new AccountKey("provider", "account"), "model");
    private static final PermitBlocks.Terms TERMS = new PermitBlocks.Terms(Duration.ofSeconds(60), Duration.ZERO);

    @TempDir
    private Path folder;

    private final VirtualTime time = new VirtualTime();
    private SqliteLedger ledger;

    @BeforeEach
    void open() {
        ledger =
                SqliteLedger.open(SqliteOptions.engine(folder.resolve("ledger"), time.time(), new SplittableRandom(1)));
    }

    @AfterEach
    void close() {
        ledger.close();
    }

    /** One node: its limiters, its keeper, and the permits that run in it. */
    private final class Node {

        private final Limiters limiters;
        private final PermitKeeper keeper;
        private final List<Permit> running = new ArrayList<>();

        Node(String name) {
            this(name, LIMIT);
        }

        Node(String name, int limit) {
            this(name, limit, ledger.permitBlocks());
        }

        Node(String name, int limit, PermitBlocks blocks) {
            this(name, new Limit.Fixed(limit), blocks);
        }

        Node(String name, Limit limit, PermitBlocks blocks) {
            this.limiters = new Limiters(key -> LimiterSettings.defaults(limit), time.time(), PermitKeeper.NONE_YET);
            this.keeper = new PermitKeeper(blocks, new WorkerId(name), limiters, key -> TERMS, time.time());
        }

        /** Takes as many permits as it gets, up to so many, while somebody always waits for more. */
        void take(int most) throws InterruptedException {
            PermitRequest request =
                    PermitRequest.original("tenant", Priority.INTERACTIVE).asPatient();
            for (int i = 0; i < most; i++) {
                PermitDecision decision = limiters.ofAccount(KEY)
                        .acquire(request, time.time().deadlineAfter(Duration.ofMillis(300)), waiting -> keeper.step());
                if (decision instanceof Permit permit) {
                    running.add(permit);
                }
            }
        }

        /** The provider says to the last one that there are too many at once. */
        void isToldTooMany() {
            running.removeLast().release(CapacityEffect.TOO_MANY_AT_ONCE);
        }

        void finish(int count) {
            for (int i = 0; i < count; i++) {
                running.removeFirst().close();
            }
        }

        LimiterSnapshot seen() {
            return limiters.ofAccount(KEY).snapshot();
        }
    }

    @Test
    @DisplayName("before its block is known a process grants nothing, and then what is free")
    void firstCall_waitsForItsBlock() throws Exception {
        Node one = new Node("one");
        assertThat(one.seen().limit()).isZero();

        one.take(1);

        assertThat(one.running).hasSize(1);
    }

    @Test
    @DisplayName(
            "a second process gets its half as the first one's attempts end, and both never have more than the limit")
    void secondProcess_getsItsHalf() throws Exception {
        Node one = new Node("one");
        Node two = new Node("two");
        one.take(LIMIT);
        assertThat(one.running).hasSize(LIMIT);

        two.take(1);
        assertThat(two.running).isEmpty();
        time.advance(Duration.ofSeconds(2));
        two.keeper.step();
        one.keeper.step();
        assertThat(one.seen().limit()).as("it is to come down").isLessThan(LIMIT);
        one.finish(2);
        time.advance(Duration.ofSeconds(2));
        two.keeper.step();
        one.keeper.step();
        two.take(3);

        assertThat(two.running).isNotEmpty();
        assertThat(one.running.size() + two.running.size()).isLessThanOrEqualTo(LIMIT);
        assertThat(one.seen().limit() + two.seen().limit()).isLessThanOrEqualTo(LIMIT);
    }

    @Test
    @DisplayName("a process that ends in order gives its block back at once")
    void handBack_freesTheBlock() throws Exception {
        Node one = new Node("one");
        one.take(LIMIT);
        one.finish(LIMIT);
        one.keeper.handBack();

        Node two = new Node("two");
        two.take(LIMIT);

        assertThat(two.running).hasSize(LIMIT);
        assertThat(one.seen().limit()).isZero();
    }

    @Test
    @DisplayName("with the ledger away a block runs out, and nothing is granted: closed, not open")
    void ledgerAway_blockRunsOut() throws Exception {
        Node one = new Node("one");
        one.take(1);
        one.finish(1);
        ledger.close();

        time.advance(Duration.ofSeconds(59));
        one.keeper.step();
        assertThat(one.seen().limit()).isPositive();
        time.advance(Duration.ofSeconds(1));
        one.keeper.step();

        assertThat(one.seen().limit()).isZero();
        one.take(1);
        assertThat(one.running).isEmpty();
    }

    @Test
    @DisplayName(
            "once its block has run out a process asks for another when what ran under it has ended, and says that it holds none")
    void blockRanOut_isNotHeldAnyMore() throws Exception {
        List<Integer> told = new ArrayList<>();
        PermitBlocks kept = ledger.permitBlocks();
        PermitBlocks[] answering = {kept};
        PermitBlocks heard = (worker, ask) -> {
            told.add(ask.holding());
            return answering[0].refresh(worker, ask);
        };
        Node one = new Node("one", LIMIT, heard);
        one.take(2);
        answering[0] = (worker, ask) -> {
            throw new StoreException(StoreException.Kind.UNAVAILABLE, "away", null);
        };

        time.advance(Duration.ofSeconds(60));
        told.clear();
        one.keeper.step();
        assertThat(told).as("what was charged is about to end").isEmpty();
        one.finish(2);
        time.advance(Duration.ofSeconds(2));
        one.keeper.step();

        assertThat(told.getLast()).isZero();
    }

    @Test
    @DisplayName("an attempt begun under a block ends before the block is anybody else's")
    void permit_saysWhenItsAttemptHasToEnd() throws Exception {
        Node one = new Node("one");
        one.take(1);

        assertThat(one.running.getFirst().attemptsEndBy())
                .satisfies(end -> assertThat(end.remaining()).isLessThanOrEqualTo(Duration.ofSeconds(60)));
    }

    @Test
    @DisplayName("a process without work does not keep the only permit from one that waits for it")
    void idleProcess_letsTheOnlyPermitGo() throws Exception {
        Node idle = new Node("idle", 1);
        Node busy = new Node("busy", 1);
        idle.take(1);
        idle.finish(1);

        for (int look = 0; look < 100 && busy.running.isEmpty(); look++) {
            time.advance(Duration.ofMillis(200));
            idle.keeper.step();
            busy.take(1);
        }

        assertThat(busy.running).hasSize(1);
    }

    @Test
    @DisplayName("R-ADMIT-6 a process whose limit was lowered to what idle ones hold gets its permits all the same")
    void loweredLimit_idleProcessesHoldAsMuch_isNotStarved() throws Exception {
        List<Node> idle = List.of(new Node("idle 1"), new Node("idle 2"));
        for (Node each : idle) {
            each.take(1);
            each.finish(1);
            for (int look = 0; look < 3; look++) {
                time.advance(Duration.ofSeconds(2));
                idle.forEach(one -> one.keeper.step());
            }
        }
        Node busy = lowered();
        for (int look = 0; look < 50; look++) {
            time.advance(Duration.ofMillis(200));
            idle.forEach(one -> one.keeper.step());
            busy.keeper.step();
        }

        for (int look = 0; look < 100 && busy.running.isEmpty(); look++) {
            time.advance(Duration.ofMillis(200));
            idle.forEach(each -> each.keeper.step());
            busy.take(1);
        }

        assertThat(busy.running).hasSize(1);
        busy.take(1);
        assertThat(busy.running).as("its own limit holds").hasSize(1);
    }

    @Test
    @DisplayName("a process whose limit was lowered takes no more of the account than it may use")
    void loweredLimit_leavesTheRestToOthers() throws Exception {
        Node lowered = lowered();
        lowered.take(LIMIT);
        for (int look = 0; look < 2; look++) {
            time.advance(Duration.ofSeconds(2));
            lowered.keeper.step();
        }

        Node other = new Node("other");
        other.take(LIMIT);

        assertThat(lowered.running).hasSize(1);
        assertThat(other.running).hasSize(LIMIT - 1);
    }

    /** One whose provider said "too many at once" until one was left. */
    private Node lowered() throws InterruptedException {
        Node node = new Node("lowered", Limit.adaptive(LIMIT), ledger.permitBlocks());
        while (node.limiters.ofAccount(KEY).allowed() > 1) {
            node.take(1);
            node.isToldTooMany();
        }
        return node;
    }
}
