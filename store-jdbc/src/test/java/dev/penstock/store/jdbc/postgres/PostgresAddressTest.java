package dev.penstock.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How the address of a database is read, and that its password is never said. */
class PostgresAddressTest {

    @Test
    void parse_everything_isRead() {
        PostgresAddress address = PostgresAddress.parse(
                "postgresql://us%20er:p%40ss+word@db1:5432,db2:5433/my%20db?sslmode=require&application_name=nightly",
                Map.of());

        assertThat(address)
                .isEqualTo(new PostgresAddress(
                        "db1:5432,db2:5433",
                        "my db",
                        "us er",
                        "p@ss+word",
                        Map.of("sslmode", "require", "ApplicationName", "nightly")));
        assertThat(address.url()).isEqualTo("jdbc:postgresql://db1:5432,db2:5433/my%20db");
    }

    @Test
    @DisplayName("the password is in no text")
    void toString_password_isNotThere() {
        assertThat(PostgresAddress.parse("postgresql://user:hunter2@db/penstock", Map.of()))
                .hasToString("postgresql://user@db/penstock");
    }

    @ParameterizedTest
    @CsvSource({
        "postgres://user:word@db/penstock",
        "jdbc:postgresql://db/penstock?user=user&password=word",
        "jdbc:postgresql://user:word@db/penstock",
        "postgresql://user@db/penstock?password=word",
    })
    void parse_everySpelling_isTheSame(String spelling) {
        assertThat(PostgresAddress.parse(spelling, Map.of("PGPASSWORD", "not this one")))
                .isEqualTo(new PostgresAddress("db", "penstock", "user", "word", Map.of()));
    }

    @Test
    @DisplayName("PGUSER and PGPASSWORD fill what the address leaves out")
    void parse_sparse_takesTheEnvironment() {
        assertThat(PostgresAddress.parse("postgresql:///", Map.of("PGUSER", "me", "PGPASSWORD", "word")))
                .isEqualTo(new PostgresAddress("localhost", "me", "me", "word", Map.of()));
        assertThat(PostgresAddress.parse("postgresql://me@db", Map.of()).password())
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgresql:db",
                "postgresql://db/penstock",
                "postgresql://u%zz:hunter2@db/p",
                "postgresql://u:hunter2@db/p?hunter2",
            })
    @DisplayName("what is no address is refused, without a part of it")
    void parse_noAddress_isRefused(String spelling) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PostgresAddress.parse(spelling, Map.of()))
                .satisfies(refused -> assertThat(refused.getMessage())
                        .doesNotContain("hunter2")
                        .doesNotContain("db"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"store.db", "postgresql.penstock", "./postgresql/store", "C:\\store"})
    void isOne_file_isNone(String store) {
        assertThat(PostgresAddress.isOne(store)).isFalse();
    }
}
