package dev.penstock.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import dev.penstock.store.StoreException;
import dev.penstock.store.StoreException.Kind;
import dev.penstock.store.jdbc.sql.SqlReads;
import dev.penstock.store.jdbc.sql.SqlRow;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The server itself ends a read that takes too long: nobody who has left keeps it busy. */
class PostgresReadsTest {

    private static final PostgresSettings IMPATIENT = new PostgresSettings(
            2,
            Duration.ofSeconds(5),
            Duration.ofMillis(200),
            Duration.ofSeconds(2),
            Duration.ofSeconds(15),
            256,
            4096,
            /* pooled= */ false,
            /* unsafe= */ false);

    private static final String FOR_A_MINUTE = "SELECT pg_sleep(60)::text";

    private final PostgresAddress database = PostgresServer.shared().newStore();

    @AfterEach
    void drop() {
        PostgresServer.shared().drop(database);
    }

    @Test
    @DisplayName("a read of one statement and one of a moment are ended by the server, and say what it was")
    void read_takesTooLong_isEnded() {
        try (HikariDataSource pool = new PostgresConnections(database, IMPATIENT).pool("test", 2)) {
            PostgresReads reads = new PostgresReads(Lender.of(pool), IMPATIENT);

            assertEnded(reads, SqlReads::read);
            assertEnded(reads, SqlReads::readAtOnce);
            assertThat(setting(reads, "idle_in_transaction_session_timeout")).isEqualTo("200ms");
        }
    }

    @Test
    @DisplayName(
            "behind a pooler a read that may take long is bounded in its own transaction, and leaves nothing in a session")
    void readAtOnce_pooled_isEndedAndLeavesNothing() {
        PostgresSettings pooled = IMPATIENT.withPooled();
        try (HikariDataSource pool = new PostgresConnections(database, pooled).pool("test", 1)) {
            PostgresReads reads = new PostgresReads(Lender.of(pool), pooled);

            assertEnded(reads, SqlReads::readAtOnce);
            assertThat(setting(reads, "statement_timeout")).isEqualTo("0");
        }
    }

    private static void assertEnded(SqlReads reads, Way way) {
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() ->
                        way.read(reads, session -> session.sql(FOR_A_MINUTE).any()))
                .withMessageContaining("took longer than it may")
                .satisfies(ended -> assertThat(ended.kind()).isEqualTo(Kind.BUSY));
    }

    private static String setting(SqlReads reads, String name) {
        return String.valueOf(reads.<Object>read(session -> session.sql("SELECT current_setting('" + name + "')")
                .all(SqlRow::text)
                .getFirst()));
    }

    /** How something is read. */
    @FunctionalInterface
    private interface Way {
        Object read(SqlReads reads, SqlReads.Read<Boolean> what);
    }
}
