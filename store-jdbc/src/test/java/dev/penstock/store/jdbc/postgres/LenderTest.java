package dev.penstock.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.store.StoreException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-OP-5 a database that is away costs one wait for a connection, and not one for each caller")
class LenderTest {

    private final Pool pool = new Pool();
    private final Lender lender = new Lender(pool);

    @Test
    void lend_away_onlyTheFirstWaits() {
        pool.isAway = true;

        for (int caller = 0; caller < 20; caller++) {
            assertThatThrownBy(lender::lend).isInstanceOf(SQLTransientConnectionException.class);
        }

        assertThat(pool.waits).isEqualTo(1);
    }

    @Test
    @DisplayName("whoever reads is told that the store is unavailable, and what the first one met")
    void read_away_isRefusedAtOnce() {
        pool.isAway = true;
        PostgresReads reads = new PostgresReads(lender, PostgresSettings.defaults());

        for (int caller = 0; caller < 20; caller++) {
            assertThatThrownBy(() -> reads.read(session -> "never"))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.UNAVAILABLE))
                    .hasMessageContaining("does not answer")
                    .hasMessageContaining("refused");
        }

        assertThat(pool.waits).isEqualTo(1);
    }

    @Test
    @DisplayName("it lends again as soon as the pool has a connection, by itself")
    void lend_madeAgain_lends() throws SQLException {
        pool.isAway = true;
        assertThatThrownBy(lender::lend).isInstanceOf(SQLTransientConnectionException.class);
        pool.isAway = false;
        assertThatThrownBy(lender::lend).isInstanceOf(SQLTransientConnectionException.class);

        pool.idle = 1;

        assertThat(lender.lend()).isNotNull();
        pool.idle = 0;
        assertThat(lender.lend()).isNotNull();
    }

    @Test
    @DisplayName("a connection that lay there and was lost too makes it an outage still")
    void lend_idleOneIsLost_isStillAway() {
        pool.isAway = true;
        assertThatThrownBy(lender::lend).isInstanceOf(SQLTransientConnectionException.class);
        pool.idle = 1;
        assertThatThrownBy(lender::lend).isInstanceOf(SQLTransientConnectionException.class);
        pool.idle = 0;

        assertThatThrownBy(lender::lend).isInstanceOf(SQLTransientConnectionException.class);

        assertThat(pool.waits).isEqualTo(2);
    }

    private static final class Pool implements Lender.Pool {

        private boolean isAway;
        private int idle;
        private int waits;

        @Override
        public Connection await() throws SQLException {
            if (!isAway) {
                return (Connection) Proxy.newProxyInstance(
                        LenderTest.class.getClassLoader(),
                        new Class<?>[] {Connection.class},
                        (proxy, method, arguments) -> null);
            }
            waits++;
            throw new SQLTransientConnectionException(
                    "waited in vain", "08001", new SQLException("connection refused", "08001"));
        }

        @Override
        public boolean hasIdle() {
            return idle > 0;
        }
    }
}
