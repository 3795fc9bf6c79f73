package dev.penstock.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.store.PermitBlocks.Ask;
import dev.penstock.store.PermitBlocks.Block;
import dev.penstock.store.PermitBlocks.Terms;
import dev.penstock.store.WorkerId;
import dev.penstock.store.tck.ContractClock;
import dev.penstock.store.tck.LedgerFixture;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** B073: who holds an account's permits may crash, give back twice, give back another's, or come back too late. */
@ParameterizedClass
@EnumSource
class ReportB073Test {

    private static final int LIMIT = 10;
    private static final Duration ATTEMPTS = Duration.ofSeconds(60);
    private static final Duration HOLD = Duration.ofSeconds(30);
    private static final Duration LEASE = Duration.ofSeconds(15);

    private final ContractClock wall = new ContractClock();
    private final LedgerFixture fixture;
    private final WorkerId holder;
    private final WorkerId other;

    ReportB073Test(Database database) {
        fixture = database.open(wall);
        holder = fixture.ledger().workers().register();
        other = fixture.ledger().workers().register();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    @DisplayName("B073 a crashed holder's permits are free when all that it began has ended, not with its lease")
    void holderCrashed_keptBackUntilItsQuarantineIsOver() {
        assertThat(refresh(holder, 0, 7).usable()).isEqualTo(7);
        fixture.restart();
        fixture.ledger().workers().recover();
        wall.move(LEASE);
        assertThat(refresh(other, 0, LIMIT).usable()).isEqualTo(LIMIT - 7);

        wall.move(ATTEMPTS.plus(HOLD));

        assertThat(refresh(other, LIMIT - 7, LIMIT).usable()).isEqualTo(LIMIT);
    }

    @Test
    @DisplayName("B073 given back twice is given back once")
    void givenBackTwice_isGivenBackOnce() {
        refresh(holder, 0, 7);
        refresh(other, 0, 3);

        assertThat(refresh(holder, 0, 0).permits()).isZero();
        assertThat(refresh(holder, 0, 0).permits()).isZero();

        assertThat(refresh(other, 3, 2 * LIMIT).permits()).isEqualTo(LIMIT);
    }

    @Test
    @DisplayName("B073 nobody gives back another's permits, or makes some of its own")
    void foreignGiveBack_changesNothing() {
        refresh(holder, 0, 7);

        assertThat(refresh(other, 7, 0).permits()).as("it was given none").isZero();
        assertThat(refresh(other, 0, LIMIT).permits()).isEqualTo(LIMIT - 7);
        assertThat(refresh(holder, 7, 7).permits()).isEqualTo(7);
    }

    @Test
    @DisplayName("B073 who was paused for longer than its permits last has none to give back or to use")
    void pausedBeyondItsBlock_staleGiveBackChangesNothing() {
        refresh(holder, 0, 7);
        wall.move(ATTEMPTS.plus(HOLD));
        assertThat(refresh(other, 0, LIMIT).permits()).isEqualTo(LIMIT);

        assertThat(refresh(holder, 2, 0).permits()).isZero();

        assertThat(refresh(other, LIMIT, LIMIT).permits()).isEqualTo(LIMIT);
        assertThat(refresh(holder, 7, 7).permits()).as("all are out").isZero();
    }

    private Block refresh(WorkerId worker, int holding, int wanted) {
        return fixture.ledger()
                .permitBlocks()
                .refresh(worker, new Ask("account", "model", LIMIT, holding, wanted, new Terms(ATTEMPTS, HOLD)));
    }
}
