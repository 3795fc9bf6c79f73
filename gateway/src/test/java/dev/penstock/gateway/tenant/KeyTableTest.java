package dev.penstock.gateway.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.gateway.config.TenantConfig;
import dev.penstock.policy.admission.Priority;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.store.ApiKey.Ceilings;
import dev.penstock.store.ApiKeySecret;
import dev.penstock.store.ApiKeys.Created;
import dev.penstock.store.Ledger;
import dev.penstock.store.Tenant;
import dev.penstock.store.jdbc.sqlite.SqliteLedger;
import dev.penstock.store.jdbc.sqlite.SqliteOptions;
import dev.penstock.time.Time;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table on a real store, with a second process beside it. */
class KeyTableTest {

    private static final Tenant TEAM = new Tenant("team-a");
    private static final ApiKeySecret OWN = ApiKeySecret.of("own-key");

    @TempDir
    private Path directory;

    private final SplittableRandom random = new SplittableRandom(5);

    @Test
    @DisplayName("R-TENANT-1 a key made beside a running gateway counts, and counts no more once it is revoked")
    void find_madeAndRevokedBeside_followsTheStore() {
        try (Ledger engine = SqliteLedger.open(SqliteOptions.engine(file(), Time.system(), random.split()));
                Ledger beside = SqliteLedger.open(SqliteOptions.observer(file(), Time.system(), random.split()));
                KeyTable table = KeyTable.start(OWN, engine.apiKeys(), Map.of(), Time.system())) {
            Created made = beside.apiKeys().create(TEAM, "late", Ceilings.defaults());
            String secret = made.secret().reveal();

            await(() -> table.find(secret).isPresent());
            assertThat(table.find(secret)).get().satisfies(grant -> {
                assertThat(grant.tenant()).isEqualTo(TEAM);
                assertThat(grant.highestPriority()).isEqualTo(Priority.INTERACTIVE);
                assertThat(grant.replay())
                        .containsExactlyInAnyOrder(
                                ReplaySetting.NEVER, ReplaySetting.AFTER_REJECTION, ReplaySetting.AFTER_INTERRUPTION);
                assertThat(grant.longestDeadline()).isEqualTo(Duration.ofHours(1));
            });

            beside.apiKeys().revoke(made.key().id());
            await(() -> table.find(secret).isEmpty());
            assertThat(table.find("own-key")).isPresent();
        }
    }

    @Test
    @DisplayName("R-TENANT-1 the lower of the tenant's and the key's ceilings holds, one by one")
    void find_tenantWithCeilings_lowersTheKey() {
        TenantConfig most = new TenantConfig(
                Priority.BACKGROUND, ReplaySetting.AFTER_ANYTHING, dev.penstock.gateway.config.Span.of("5m"));
        try (Ledger engine = SqliteLedger.open(SqliteOptions.engine(file(), Time.system(), random.split()))) {
            Created made = engine.apiKeys()
                    .create(
                            TEAM,
                            "one",
                            new Ceilings(Priority.INTERACTIVE, ReplaySetting.NEVER, Duration.ofMinutes(1)));
            try (KeyTable table = KeyTable.start(null, engine.apiKeys(), Map.of("team-a", most), Time.system())) {
                assertThat(table.find(made.secret().reveal())).get().satisfies(grant -> {
                    assertThat(grant.highestPriority()).isEqualTo(Priority.BACKGROUND);
                    assertThat(grant.replay()).containsExactly(ReplaySetting.NEVER);
                    assertThat(grant.longestDeadline()).isEqualTo(Duration.ofMinutes(1));
                });
            }
        }
    }

    @Test
    void find_anythingElse_isEmpty() {
        try (KeyTable table = KeyTable.start(OWN, null, Map.of(), Time.system())) {
            for (String wrong : new String[] {"", "own-key ", "OWN-KEY", "psk_" + "0".repeat(43), "\0"}) {
                assertThat(table.find(wrong)).isEmpty();
            }
            assertThat(table.find("own-key")).get().returns(Tenant.LOCAL, grant -> grant.tenant());
        }
    }

    private Path file() {
        return directory.resolve("store.db");
    }

    /** A real thread reads a real file: there is nothing to wait on but the change itself. */
    private static void await(BooleanSupplier condition) {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.getAsBoolean() && System.nanoTime() < until) {
            Thread.onSpinWait();
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }
}
