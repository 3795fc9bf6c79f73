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
    @DisplayName("its text is an address again, without what is secret")
    void toString_parameters_areThereButNoSecret() {
        PostgresAddress address = PostgresAddress.parse(
                "postgresql://me:hunter2@db/my%20db?sslmode=require&sslpassword=hunter3", Map.of());

        assertThat(address).hasToString("postgresql://me@db/my%20db?sslmode=require");
        assertThat(PostgresAddress.parse(address.toString(), Map.of()).database())
                .isEqualTo("my db");
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
                "postgresql://u:hunter2@db/p?penstock.connections=many",
                "postgresql://u:hunter2@db/p?penstock.connections=1",
                "postgresql://u:hunter2@db/p?penstock.hunter2=1",
            })
    @DisplayName("what is no address is refused, without a part of it")
    void parse_noAddress_isRefused(String spelling) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PostgresAddress.parse(spelling, Map.of()))
                .satisfies(refused -> assertThat(refused.getMessage())
                        .doesNotContain("hunter2")
                        .doesNotContain("db"));
    }

    @Test
    @DisplayName("what is ours in the address is taken by us, and not given to the driver")
    void settings_ours_areTaken() {
        PostgresAddress address = PostgresAddress.parse(
                "postgresql://u@db/p?penstock.connections=20&penstock.unsafe=true&penstock.pooled=true", Map.of());

        assertThat(address.settings())
                .isEqualTo(PostgresSettings.defaults()
                        .withConnections(20)
                        .withUnsafe()
                        .withPooled());
        assertThat(address.driverParameters()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"store.db", "postgresql.penstock", "./postgresql/store", "C:\\store"})
    void isOne_file_isNone(String store) {
        assertThat(PostgresAddress.isOne(store)).isFalse();
    }
}
