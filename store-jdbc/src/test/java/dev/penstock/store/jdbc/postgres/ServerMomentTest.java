package dev.penstock.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.store.jdbc.sql.SqlRow;
import dev.penstock.store.jdbc.sql.SqlSession;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerMomentTest {

    @Test
    @DisplayName("a transaction's settings are its own: whoever has the connection next has the server's")
    void begin_setsForThisTransactionAlone() throws SQLException {
        PostgresAddress database = PostgresServer.shared().newStore();
        try (SqlSession session = PostgresConnections.session(PostgresServer.connect(database))) {
            String wholeTables = setting(session, "enable_seqscan");
            String compiling = setting(session, "jit");
            session.connection().setAutoCommit(false);

            ServerMoment.begin(session, PostgresSettings.defaults(), Duration.ofMillis(100));
            assertThat(setting(session, "enable_seqscan")).isEqualTo("off");
            assertThat(setting(session, "jit")).isEqualTo("off");
            assertThat(setting(session, "statement_timeout")).isNotEqualTo("0");

            session.connection().commit();
            assertThat(setting(session, "enable_seqscan")).isEqualTo(wholeTables);
            assertThat(setting(session, "jit")).isEqualTo(compiling);
            assertThat(setting(session, "statement_timeout")).isEqualTo("0");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"repeatable read", "serializable"})
    @DisplayName(
            "R-ADMIT-8 a transaction sees what others committed while it waited, whatever the database's default is")
    void begin_otherIsolationByDefault_seesWhatOthersCommitted(String isolation) throws SQLException {
        PostgresAddress database = PostgresServer.shared().newStore();
        PostgresServer.tell(
                database,
                "ALTER DATABASE " + database.database() + " SET default_transaction_isolation = '" + isolation + "'");
        try (SqlSession session = PostgresConnections.session(PostgresServer.connect(database))) {
            session.connection().setAutoCommit(false);

            ServerMoment.begin(session, PostgresSettings.defaults(), Duration.ofMillis(100));
            PostgresServer.tell(database, "INSERT INTO worker (id, registered_at, expires_at) VALUES ('w', 0, 0)");
            assertThat(session.sql("SELECT 1 FROM worker").any()).isTrue();
            session.connection().commit();

            ServerMoment.beginPatiently(session);
            PostgresServer.tell(database, "DELETE FROM worker");
            assertThat(session.sql("SELECT 1 FROM worker").any()).isFalse();
        }
    }

    private static String setting(SqlSession session, String name) throws SQLException {
        return Objects.requireNonNull(
                session.sql("SELECT current_setting(?)").text(name).first(SqlRow::text));
    }
}
