package dev.penstock.store.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.store.jdbc.UpgradedStore;
import dev.penstock.store.jdbc.ledger.Meta;
import dev.penstock.store.jdbc.sql.Migrations;
import dev.penstock.store.jdbc.sql.SqlSession;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SqliteUpgradeTest {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @MethodSource("earlierVersions")
    @DisplayName("a file of every earlier version is brought forward in place, and keeps its key and what it holds")
    void open_earlierVersion_keepsWhatItHolds(int version) throws SQLException, InterruptedException {
        Path file = directory.resolve("store.db");
        try (SqlSession session = SqliteConnections.session(Opened.foreign(file))) {
            Migrations now = SqliteSchema.MIGRATIONS;
            new Migrations("sqlite", now.scripts().subList(0, version), now.tables(), now.versions())
                    .migrate(session, 0);
            Meta.makeKey(session, new SplittableRandom(version));
        }
        for (String row : UpgradedStore.rows("", "x'%s'")) {
            Opened.tell(file, row);
        }
        String key = Opened.ask(file, "SELECT hex(value) FROM meta");

        try (SqliteLedger ledger = SqliteLedger.open(Opened.engine(file))) {
            UpgradedStore.isWhole(ledger);
        }

        assertThat(Opened.ask(file, "SELECT hex(value) FROM meta WHERE name LIKE 'fingerprint%'"))
                .isEqualTo(key);
        assertThat(Opened.ask(file, "SELECT max(version) FROM schema_version"))
                .isEqualTo(Integer.toString(SqliteSchema.MIGRATIONS.scripts().size()));
    }

    @SuppressWarnings("unused") // the source of the versions
    private static IntStream earlierVersions() {
        return IntStream.range(1, SqliteSchema.MIGRATIONS.scripts().size());
    }
}
