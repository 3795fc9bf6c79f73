package dev.penstock.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.store.jdbc.UpgradedStore;
import dev.penstock.store.jdbc.ledger.Meta;
import dev.penstock.store.jdbc.sql.Migrations;
import dev.penstock.store.jdbc.sql.SqlSession;
import java.sql.SQLException;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PostgresUpgradeTest {

    private final PostgresServer server = PostgresServer.shared();

    @ParameterizedTest
    @MethodSource("earlierVersions")
    @DisplayName("a database of every earlier version is brought forward in place, and keeps its key and what it holds")
    void open_earlierVersion_keepsWhatItHolds(int version) throws SQLException, InterruptedException {
        PostgresAddress database = server.newDatabase();
        try (SqlSession session = new PostgresConnections(database, PostgresSettings.defaults()).openAlone()) {
            Migrations now = PostgresSchema.MIGRATIONS;
            new Migrations("postgres", now.scripts().subList(0, version), now.tables(), now.versions())
                    .migrate(session, 0);
            Meta.makeKey(session, new SplittableRandom(version));
        }
        UpgradedStore.rows("OVERRIDING SYSTEM VALUE", "'\\x%s'").forEach(row -> PostgresServer.tell(database, row));
        String key = PostgresServer.ask(database, "SELECT encode(value, 'hex') FROM meta");

        try (PostgresLedger ledger = PostgresLedger.open(PostgresStores.engine(database))) {
            UpgradedStore.isWhole(ledger);
        }

        assertThat(PostgresServer.ask(database, "SELECT encode(value, 'hex') FROM meta WHERE name LIKE 'fingerprint%'"))
                .isEqualTo(key);
        assertThat(PostgresServer.ask(database, "SELECT max(version) FROM schema_version"))
                .isEqualTo(Integer.toString(PostgresSchema.MIGRATIONS.scripts().size()));
    }

    @SuppressWarnings("unused") // the source of the versions
    private static IntStream earlierVersions() {
        return IntStream.range(1, PostgresSchema.MIGRATIONS.scripts().size());
    }
}
