package dev.penstock.store.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.store.jdbc.sql.SqlRow;
import dev.penstock.store.jdbc.sql.SqlSession;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a retention notices that others write to a file. */
class SqliteTrafficTest {

    @TempDir
    private Path directory;

    @SuppressWarnings("NullAway.Init") // Opened before each test.
    private SqlSession session;

    @BeforeEach
    void open() throws SQLException {
        session = BareSqlite.open(directory.resolve("t.db"));
        session.sql("CREATE TABLE t (a INTEGER) STRICT").update();
    }

    @AfterEach
    void close() throws SQLException {
        session.close();
    }

    @Test
    @DisplayName("where nobody writes between two transactions, nothing is noticed")
    void count_nobodyElse_staysTheSame() throws SQLException {
        long before = transaction(true);

        assertThat(transaction(false) - before).isEqualTo(SqliteLedger.TRAFFIC.own());
    }

    @Test
    @DisplayName("calls of the same process, which share the connection, are noticed")
    void count_ownProcessWrote_rises() throws SQLException {
        long before = transaction(true);
        session.sql("INSERT INTO t (a) VALUES (2)").update();

        assertThat(transaction(false) - before).isGreaterThan(SqliteLedger.TRAFFIC.own());
    }

    @Test
    @DisplayName("another process is noticed")
    void count_anotherConnectionWrote_rises() throws SQLException {
        long before = transaction(true);
        Opened.tell(directory.resolve("t.db"), "INSERT INTO t (a) VALUES (2)");

        assertThat(transaction(false) - before).isGreaterThan(SqliteLedger.TRAFFIC.own());
    }

    /** The count at the end of a transaction, or at the beginning of one. */
    private long transaction(boolean atItsEnd) throws SQLException {
        session.sql("BEGIN IMMEDIATE").update();
        long first = count();
        session.sql("INSERT INTO t (a) VALUES (1)").update();
        long last = count();
        session.sql("COMMIT").update();
        return atItsEnd ? last : first;
    }

    private long count() throws SQLException {
        return Objects.requireNonNull(session.sql(SqliteLedger.TRAFFIC.count()).first(SqlRow::number), "the count");
    }
}
