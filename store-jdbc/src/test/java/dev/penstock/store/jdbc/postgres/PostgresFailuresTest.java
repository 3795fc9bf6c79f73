package dev.penstock.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.store.StoreException;
import dev.penstock.store.StoreException.Kind;
import dev.penstock.store.jdbc.sql.SqlFailures.Blame;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the server's error codes mean. */
class PostgresFailuresTest {

    private static final PostgresFailures KNOWN = PostgresFailures.KNOWN;

    @ParameterizedTest
    @CsvSource({
        "40001, BUSY, THE_GROUP, true, true",
        "40P01, BUSY, THE_GROUP, true, true",
        "55P03, BUSY, WHO_HOLDS_A_ROW, false, true",
        "57014, BUSY, ITS_OWN, false, false",
        "23505, UNAVAILABLE, ITS_OWN, false, true",
        "53100, FULL, THE_GROUP, false, false",
        "53300, UNAVAILABLE, NOBODYS, false, false",
        "25006, READ_ONLY, NOBODYS, false, true",
        "08006, UNAVAILABLE, NOBODYS, true, false",
        "57P01, UNAVAILABLE, NOBODYS, true, false",
        "57P02, UNAVAILABLE, NOBODYS, true, false",
        "25P03, UNAVAILABLE, NOBODYS, true, true",
        "XX001, CORRUPT, ITS_OWN, false, false",
    })
    @DisplayName("kind, blame, whether it is done again, and whether a commit that failed so certainly did not happen")
    void kind_eachCode_isKnown(String state, Kind kind, Blame blame, boolean again, boolean undone) {
        SQLException failure = new SQLException("ERROR: words", state);

        assertThat(KNOWN.kind(failure)).isEqualTo(kind);
        assertThat(KNOWN.blame(failure)).isEqualTo(blame);
        assertThat(KNOWN.mayPassAgain(failure)).isEqualTo(again);
        assertThat(KNOWN.isUndone(failure)).isEqualTo(undone);
        assertThat(KNOWN.endsTheStore(failure)).isFalse();
    }

    @Test
    @DisplayName("a pool that waited in vain is not waited for again, and says what its last try met")
    void mayPassAgain_poolWithoutAConnection_isFalse() {
        SQLException failure = new SQLTransientConnectionException(
                "pool - Connection is not available", null, new SQLException("Connection refused", "08001"));

        assertThat(KNOWN.mayPassAgain(failure)).isFalse();
        assertThat(KNOWN.toStoreException(failure))
                .extracting(StoreException::kind)
                .isEqualTo(Kind.UNAVAILABLE);
        assertThat(KNOWN.toStoreException(failure))
                .hasMessageContaining("does not answer")
                .hasMessageContaining("Connection refused");
    }

    @Test
    @DisplayName("a pool that does not say what its last try met: nobody's fault, and the database does not answer")
    void blame_poolThatSaysNothing_isNobodys() {
        SQLException failure = new SQLTransientConnectionException("pool - Connection is not available", null, 0, null);

        assertThat(KNOWN.blame(failure)).isEqualTo(Blame.NOBODYS);
        assertThat(KNOWN.kind(failure)).isEqualTo(Kind.UNAVAILABLE);
        assertThat(KNOWN.mayPassAgain(failure)).isFalse();
        assertThat(KNOWN.isUndone(failure)).isFalse();
        assertThat(KNOWN.toStoreException(failure)).hasMessageContaining("does not answer");
    }

    @Test
    @DisplayName("a statement that was ended is not blamed on another transaction")
    void toStoreException_endedStatement_saysSo() {
        SQLException failure = new SQLException("ERROR: canceling statement due to statement timeout", "57014");

        assertThat(KNOWN.toStoreException(failure))
                .hasMessageContaining("took longer than it may")
                .hasMessageNotContaining("another transaction");
    }

    @Test
    @DisplayName("values of rows, which the server puts into later lines, are not repeated")
    void toStoreException_detail_isLeftOut() {
        SQLException failure = new SQLException("ERROR: duplicate key\n  Detail: Key (a)=(secret) exists.", "23505");

        assertThat(KNOWN.toStoreException(failure))
                .hasMessageContaining("duplicate key")
                .hasMessageNotContaining("secret");
    }
}
