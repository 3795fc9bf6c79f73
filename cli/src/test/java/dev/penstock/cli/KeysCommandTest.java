package dev.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.store.ApiKey;
import dev.penstock.store.ApiKeySecret;
import dev.penstock.store.Ledger;
import dev.penstock.store.Tenant;
import dev.penstock.store.jdbc.sqlite.SqliteLedger;
import dev.penstock.store.jdbc.sqlite.SqliteOptions;
import dev.penstock.time.Time;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeysCommandTest {

    @TempDir
    private Path directory;

    private final CommandLineFixture cli = new CommandLineFixture();

    @Test
    @DisplayName("R-TENANT-1 the key is printed alone, once, and a store is made where there was none")
    void create_noStoreYet_printsTheKeyAlone() {
        assertThat(keys("create", "--tenant", "team-a", "--max-replay", "after-anything", "--max-deadline", "5m"))
                .isZero();

        assertThat(cli.out()).matches("psk_[0-9A-Za-z]{43}\\R");
        assertThat(cli.err()).contains("key_", "team-a", "not shown again").doesNotContain("psk_");
        try (Ledger ledger =
                SqliteLedger.open(SqliteOptions.observer(store(), Time.system(), new SplittableRandom(2)))) {
            ApiKey key = good(ledger, ApiKeySecret.of(cli.out().strip()));
            assertThat(key.tenant()).isEqualTo(new Tenant("team-a"));
            assertThat(key.ceilings().replay()).isEqualTo(ReplaySetting.AFTER_ANYTHING);
            assertThat(key.ceilings().deadline()).isEqualTo(Duration.ofMinutes(5));
        }
    }

    @Test
    @DisplayName("keys are made and revoked beside a process that holds the store")
    void everyCommand_besideAnEngine_works() {
        try (Ledger engine = SqliteLedger.open(SqliteOptions.engine(store(), Time.system(), new SplittableRandom(3)))) {
            assertThat(keys("create", "--tenant", "a", "--name", "the job")).isZero();
            ApiKeySecret secret = ApiKeySecret.of(cli.out().strip());
            String id = good(engine, secret).id();

            assertThat(keys("list")).isZero();
            assertThat(cli.out()).contains(id, "the job", "after-interruption").doesNotContain(secret.reveal());

            assertThat(keys("revoke", id)).isZero();
            assertThat(engine.apiKeys().good()).isEmpty();
            assertThat(keys("revoke", id)).isZero();
            assertThat(cli.out()).contains("was revoked before");
            assertThat(keys("list", "--json")).isZero();
            assertThat(cli.out())
                    .contains("\"id\":\"" + id + "\"", "\"revoked_at\":1")
                    .doesNotContain("psk_");
        }
    }

    @Test
    void revoke_unknownId_revokesNothing() {
        keys("create", "--tenant", "a", "--json");
        String id = cli.out().replaceAll("(?s).*\"id\":\"([^\"]+)\".*", "$1");

        assertThat(keys("revoke", id, "key_none")).isEqualTo(2);
        assertThat(cli.err().lines()).singleElement().asString().contains("key_none", "keys list");
        keys("list");
        assertThat(cli.out()).contains(id).doesNotContain("revoked");
    }

    @Test
    void create_unusableTenant_isRefused() {
        assertThat(keys("create", "--tenant", "a/b")).isEqualTo(2);
        assertThat(cli.err().lines()).singleElement().asString().contains("a tenant is");
    }

    @Test
    void list_noStore_saysWhereOneComesFrom() {
        assertThat(keys("list")).isEqualTo(2);
        assertThat(cli.err().lines()).singleElement().asString().contains("there is no store", "penstock serve");
    }

    private Path store() {
        return directory.resolve("gateway.penstock");
    }

    private static ApiKey good(Ledger ledger, ApiKeySecret secret) {
        return Objects.requireNonNull(ledger.apiKeys().good().get(secret.hash()));
    }

    private int keys(String... words) {
        String[] command = new String[words.length + 3];
        command[0] = "keys";
        System.arraycopy(words, 0, command, 1, words.length);
        command[words.length + 1] = "--store";
        command[words.length + 2] = store().toString();
        return cli.run(command);
    }
}
