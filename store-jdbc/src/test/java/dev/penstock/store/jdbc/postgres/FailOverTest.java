package dev.penstock.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.retry.BudgetScope;
import dev.penstock.policy.retry.LeasedTokens.Standing;
import dev.penstock.policy.retry.RetryBudgetSettings;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.PermitBlocks;
import dev.penstock.store.PermitBlocks.Block;
import dev.penstock.store.RetryTokens;
import dev.penstock.store.StoreException;
import dev.penstock.store.WorkerId;
import dev.penstock.store.WriteResult;
import dev.penstock.store.jdbc.DoubtedWork;
import dev.penstock.store.jdbc.Steps;
import dev.penstock.store.tck.ContractClock;
import dev.penstock.store.tck.Samples;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A standby that lacks the last commits takes over: what was leased in them is not leased again (design 8 and 9). */
@DisplayName("R-ADMIT-8 B073 a standby that lacks the last commits takes over")
class FailOverTest {

    private static final int LIMIT = 20;
    private static final int CAPACITY = 10;
    private static final PermitBlocks.Terms TERMS =
            new PermitBlocks.Terms(Duration.ofSeconds(60), Duration.ofSeconds(30));
    private static final RetryBudgetSettings ALLOWANCE =
            new RetryBudgetSettings(BudgetScope.ACCOUNT, CAPACITY, 10, Duration.ofSeconds(10));
    private static final Duration LASTING = Duration.ofSeconds(15);
    private static final WorkerId ONE = new WorkerId("one");
    private static final WorkerId OTHER = new WorkerId("other");
    private static final WorkerId DEAD = new WorkerId("dead");

    private final ContractClock clock = new ContractClock();
    private final PostgresServer server = PostgresServer.ownOne();

    @SuppressWarnings("NullAway.Init") // Opened before each test.
    private PostgresLedger ledger;

    @BeforeEach
    void open() {
        ledger = PostgresLedger.open(PostgresStores.engine(server.newStore()), new ServerTime() {
            @Override
            public long learn(long millis, long askedNanos) {
                return clock.millis();
            }

            @Override
            public Instant instant() {
                return clock.instant();
            }

            @Override
            public long millis() {
                return clock.millis();
            }
        });
        // As every node does: the store knows its server from then on.
        assertThat(ledger.workers().heartbeat(ledger.workers().register())).isPositive();
    }

    @AfterEach
    void close() {
        ledger.close();
        server.close();
    }

    @Test
    @DisplayName(
            "permits: who holds some tells of them and keeps them; those of the dead are not given before their end")
    void permits_leasedInLostCommits_areNotLeasedAgain() throws IOException, InterruptedException {
        refresh(ONE, 0, 1);
        Path standby = server.standby();
        assertThat(refresh(ONE, 1, 8)).isEqualTo(new Block(8, 8));
        assertThat(refresh(DEAD, 0, 12)).isEqualTo(new Block(12, 12));

        server.failOver(standby);

        assertThat(refresh(OTHER, 0, 50).permits()).as("nobody has told yet").isZero();
        assertThat(refresh(ONE, 8, 8).usable())
                .as("shared out among those that told")
                .isEqualTo(4);
        assertThat(refresh(OTHER, 0, 50).permits()).isZero();
        assertThat(refresh(ONE, 5, 8).usable()).isEqualTo(4);
        assertThat(refresh(OTHER, 0, 50).permits()).as("what was handed back").isEqualTo(3);
        clock.move(Duration.ofMillis(89_999));
        assertThat(refresh(OTHER, 3, 50).permits() + refresh(ONE, 4, 8).permits())
                .isLessThanOrEqualTo(8);
        clock.move(Duration.ofMillis(1));
        assertThat(refresh(OTHER, 3, 50).permits())
                .as("all but what the other one wants")
                .isEqualTo(LIMIT - 8);
    }

    @Test
    @DisplayName("permits: after the end of what was lost a late word is not believed any more")
    void permits_toldTooLate_areNotBelieved() throws IOException, InterruptedException {
        Path standby = server.standby();
        refresh(ONE, 0, LIMIT);

        server.failOver(standby);
        refresh(OTHER, 0, LIMIT);
        clock.move(Duration.ofSeconds(90));

        assertThat(refresh(OTHER, 0, LIMIT).permits()).isEqualTo(LIMIT);
        assertThat(refresh(ONE, LIMIT, LIMIT).permits()).isZero();
    }

    @Test
    @DisplayName("R-BUDGET-3 retry tokens: who holds some keeps them, the bucket begins empty and fills by the floor")
    void tokens_leasedInLostCommits_areNotLeasedAgain() throws IOException, InterruptedException {
        Path standby = server.standby();
        assertThat(renew(ONE, 0).more()).isEqualTo(CAPACITY);

        server.failOver(standby);

        assertThat(renew(OTHER, 0).more()).isZero();
        assertThat(renew(ONE, CAPACITY).more()).as("its tokens stay its own").isZero();
        clock.move(LASTING.minusMillis(1));
        assertThat(renew(OTHER, 0).more()).isZero();
        assertThat(renew(ONE, 4).more()).isZero();
        clock.move(Duration.ofSeconds(10));
        assertThat(renew(OTHER, 0).more()).as("what the floor added").isEqualTo(1);
    }

    @Test
    @DisplayName("open work becomes unknown whoever notices first, a heartbeat too, and what is asked next is recorded")
    void openWork_heartbeatNoticesFirst_becomesUnknown() throws IOException, InterruptedException {
        OperationRecord sent = Steps.reserved(ledger, ledger.workers().register(), "sent");
        Path standby = server.standby();
        Steps.reserved(ledger, ledger.workers().register(), "lost");

        server.failOver(standby);
        refresh(OTHER, 0, LIMIT);

        assertThat(ledger.operations()
                        .history(sent.ref())
                        .orElseThrow()
                        .record()
                        .state())
                .isEqualTo(OperationState.UNKNOWN_OUTCOME);
        Steps.reserved(ledger, ledger.workers().register(), "new");
    }

    @Test
    @DisplayName(
            "R-OP-10 what was sent, and what may have been in lost commits, is counted and not run again beside itself")
    void openWork_mayStillRun_isCountedAndNotRerun() throws IOException, InterruptedException {
        OperationRecord sent = Steps.reserved(ledger, ledger.workers().register(), "sent");
        WriteResult accepted =
                ledger.operations().write(new OperationWrite.Accept(Steps.nextId(), Samples.background("maybe sent")));
        OperationRecord queued = ((WriteResult.Committed) accepted).record();
        Path standby = server.standby();

        server.failOver(standby);
        refresh(OTHER, 0, LIMIT);

        DoubtedWork.requireCounted(ledger, sent, queued);
        clock.move(DoubtedWork.LONGEST.minusMillis(1));
        DoubtedWork.requireStillRunning(ledger, sent, queued);
        clock.move(Duration.ofMillis(1));
        DoubtedWork.requireRerun(ledger, sent, queued);
    }

    @Test
    @DisplayName(
            "several hosts: the primary is found behind a standby that answers first, and a standby alone is refused")
    void open_standbyNamedFirst_findsThePrimary() throws IOException {
        PostgresAddress primary = server.newStore();
        try (EmbeddedPostgres standby = server.startBeside(server.standby())) {
            String named = "localhost:" + standby.getPort();

            try (PostgresLedger found = PostgresLedger.open(at(named + "," + primary.hosts(), primary))) {
                assertThat(found.workers().heartbeat(found.workers().register()))
                        .isPositive();
            }
            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() -> PostgresLedger.open(at(named, primary)))
                    .withMessageContaining("that server is a standby");
        }
    }

    private static PostgresOptions at(String hosts, PostgresAddress store) {
        return PostgresStores.engine(
                new PostgresAddress(hosts, store.database(), store.user(), store.password(), store.parameters()));
    }

    private Block refresh(WorkerId worker, int holding, int wanted) {
        return ledger.permitBlocks()
                .refresh(worker, new PermitBlocks.Ask("account", "model", LIMIT, holding, wanted, TERMS));
    }

    private RetryTokens.Block renew(WorkerId worker, int holding) {
        return ledger.retryTokens()
                .renew(worker, new RetryTokens.Ask("account", ALLOWANCE, new Standing(holding, 0, 0, false), LASTING));
    }
}
