package dev.penstock.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.store.Hints;
import dev.penstock.store.jdbc.sql.SqlSession;
import dev.penstock.store.tck.ContractClock;
import dev.penstock.store.tck.LedgerContracts;
import dev.penstock.store.tck.LedgerFixture;
import java.sql.SQLException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** PostgreSQL behind a pooler in transaction mode passes every contract of a ledger (design 8). */
@EnabledIf(
        value = "dev.penstock.store.jdbc.postgres.PgBouncer#isExpected",
        disabledReason = "/usr/sbin/pgbouncer is not there: install the package pgbouncer")
class PoolerContractTest extends LedgerContracts {

    private static final Queue<PostgresFixture.Furnished> IDLE = new ConcurrentLinkedQueue<>();

    private static @Nullable PgBouncer pooler;

    @BeforeAll
    static void startPooler() {
        pooler = PgBouncer.inFrontOf(PostgresServer.shared());
    }

    @AfterAll
    static void stopPooler() {
        IDLE.forEach(PostgresFixture.Furnished::close);
        pooler().close();
    }

    @Override
    protected LedgerFixture open(ContractClock wall) {
        return new PostgresFixture(wall, IDLE, pooler()::to);
    }

    @Test
    @DisplayName("it is recognised, and a server without one is not taken for one")
    void isPooled_findsOut() throws SQLException {
        PostgresAddress direct = PostgresServer.shared().newStore();

        assertThat(isPooled(direct)).isFalse();
        assertThat(isPooled(pooler().to(direct))).isTrue();
    }

    @Test
    @DisplayName("it lends no session to listen in: whoever waits finds out by looking alone")
    void hints_behindAPooler_areNone() {
        PostgresAddress direct = PostgresServer.shared().newStore();

        try (PostgresLedger ledger = PostgresLedger.open(PostgresStores.engine(pooler().to(direct)))) {
            assertThat(ledger.hints()).isSameAs(Hints.NONE);
        }
    }

    private static boolean isPooled(PostgresAddress address) throws SQLException {
        try (SqlSession session = new PostgresConnections(address, PostgresSettings.defaults()).openAlone()) {
            return PostgresConnections.isPooled(session);
        }
    }

    private static PgBouncer pooler() {
        PgBouncer started = pooler;
        if (started == null) {
            throw new IllegalStateException("the pooler was not started");
        }
        return started;
    }
}
