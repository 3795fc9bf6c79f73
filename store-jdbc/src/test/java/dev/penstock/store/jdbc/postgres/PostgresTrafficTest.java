package dev.penstock.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How a retention notices that others write to a server. */
class PostgresTrafficTest {

    private static final String COUNT = PostgresLedger.TRAFFIC.count();

    private final PostgresAddress database = PostgresServer.shared().newStore();

    @Test
    @DisplayName("from one transaction to the next it grows by one, unless the server itself writes just then")
    void count_nobodyElse_growsByItsOwn() {
        assertThat(LongStream.range(0, 100).map(i -> -count() + count())).contains(PostgresLedger.TRAFFIC.own());
    }

    @Test
    @DisplayName("another session is noticed")
    void count_somebodyElseWrote_growsByMore() {
        PostgresServer.tell(database, "CREATE TABLE t (a integer)");
        long before = count();
        PostgresServer.tell(database, "INSERT INTO t VALUES (1)");

        assertThat(count() - before).isGreaterThan(PostgresLedger.TRAFFIC.own());
    }

    private long count() {
        return Long.parseLong(PostgresServer.ask(database, COUNT));
    }
}
