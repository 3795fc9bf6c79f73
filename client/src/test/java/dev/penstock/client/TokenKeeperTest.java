package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.Credential;
import dev.penstock.policy.admission.RoutePauses;
import dev.penstock.policy.retry.BudgetScope;
import dev.penstock.policy.retry.RetryBudget;
import dev.penstock.policy.retry.RetryBudgetSettings;
import dev.penstock.policy.retry.RetryToken;
import dev.penstock.provider.profile.ProviderProfile;
import dev.penstock.store.WorkerId;
import dev.penstock.store.jdbc.sqlite.SqliteLedger;
import dev.penstock.store.jdbc.sqlite.SqliteOptions;
import dev.penstock.testkit.VirtualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("R-BUDGET-3 several processes share an account's retry budget by leased tokens")
class TokenKeeperTest {

    private static final int CAPACITY = 10;
    private static final RetryBudgetSettings ALLOWANCE =
            new RetryBudgetSettings(BudgetScope.ACCOUNT, CAPACITY, 10, Duration.ofSeconds(10));

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

    /** One process: its limits, and what keeps its part of them. */
    private final class Node {

        private final RetryBudget budget;
        private final TokenKeeper keeper;

        Node(String name) {
            Route route = Route.to(ProviderProfile.bundled("simulator"), Credential.of("sk-test"));
            SharedLimits limits = new SharedLimits(
                    PolicySettings.defaults().withBudget(ALLOWANCE),
                    new RoutePauses(PauseKeeper.PROBE_EVERY, time.time(), event -> {}),
                    /* shared= */ true,
                    time.time(),
                    new SplittableRandom(2));
            limits.know(route);
            budget = limits.budget(route);
            keeper = new TokenKeeper(ledger.retryTokens(), new WorkerId(name), limits, time.time());
        }

        /** Retries as often as it may. */
        long spend() {
            long spent = 0;
            while (budget.tryTake() instanceof RetryToken token) {
                token.spend();
                spent++;
            }
            return spent;
        }
    }

    @Test
    @DisplayName("four processes that retry all they can spend one allowance, not four")
    void fourProcesses_spendOneAllowance() {
        List<Node> nodes =
                IntStream.range(0, 4).mapToObj(i -> new Node("node-" + i)).toList();
        long spent = 0;
        Duration passed = Duration.ZERO;
        for (int round = 0; round < 300; round++) {
            for (Node node : nodes) {
                node.keeper.step();
                spent += node.spend();
            }
            time.advance(Duration.ofMillis(200));
            passed = passed.plusMillis(200);
        }

        assertThat(spent).isLessThanOrEqualTo(CAPACITY + passed.toSeconds() / 10);
        assertThat(spent).as("and all of it is used").isGreaterThanOrEqualTo(CAPACITY + passed.toSeconds() / 10 - 2);
    }

    @Test
    @DisplayName("one that finds no token gets those that nobody else needs, within seconds")
    void oneInNeed_getsWhatTheOthersHold() {
        Node idle = new Node("idle");
        Node busy = new Node("busy");
        idle.keeper.step();
        busy.keeper.step();
        assertThat(idle.budget.available()).isEqualTo(CAPACITY);
        long spent = busy.spend();
        for (int i = 0; i < 40; i++) {
            time.advance(Duration.ofMillis(200));
            idle.keeper.step();
            busy.keeper.step();
            spent += busy.spend();
        }

        assertThat(spent).isGreaterThanOrEqualTo(CAPACITY - 2);
        assertThat(idle.budget.available()).isLessThanOrEqualTo(2);
    }

    @Test
    @DisplayName("with the ledger away a block runs out, and nothing is retried: closed, not open")
    void ledgerAway_blockRunsOut() {
        Node one = new Node("one");
        one.keeper.step();
        ledger.close();

        time.advance(TokenKeeper.LASTING.minusSeconds(1));
        one.keeper.step();
        assertThat(one.budget.available()).isEqualTo(CAPACITY);
        time.advance(Duration.ofSeconds(1));
        one.keeper.step();

        assertThat(one.spend()).isZero();
    }

    @Test
    @DisplayName("a process that ends in order gives its tokens back at once")
    void handBack_othersHaveThem() {
        Node one = new Node("one");
        one.keeper.step();
        one.keeper.handBack();

        Node two = new Node("two");
        two.keeper.step();

        assertThat(one.spend()).isZero();
        assertThat(two.spend()).isEqualTo(CAPACITY);
    }
}
