package dev.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.store.Bytes;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationDraft;
import dev.penstock.store.OperationId;
import dev.penstock.store.OperationMode;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StoredFingerprint;
import dev.penstock.store.Tenant;
import dev.penstock.store.WriteId;
import dev.penstock.store.jdbc.sqlite.SqliteLedger;
import dev.penstock.store.jdbc.sqlite.SqliteOptions;
import dev.penstock.time.Time;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("R-TENANT-1 the operations of one tenant are listed, shown and decided with --tenant, and only there")
class TenantOptionTest {

    private static final IdempotencyKey KEY = new IdempotencyKey("the-key");

    @TempDir
    private Path directory;

    private final CommandLineFixture cli = new CommandLineFixture();

    @BeforeEach
    void oneOperationOfATenant() throws InterruptedException {
        SplittableRandom random = new SplittableRandom(5);
        try (Ledger ledger = SqliteLedger.open(SqliteOptions.engine(store(), Time.system(), random))) {
            OperationDraft draft = new OperationDraft(
                    new Tenant("team-a"),
                    KEY,
                    new OperationId("op_01jf4z2q8r3m5x7c9v1b2n4k6d"),
                    null,
                    new StoredFingerprint(1, 1, "0".repeat(64), ""),
                    Bytes.wrap(new byte[] {'{', '}'}),
                    new OperationDraft.OperationSettings(
                            OperationMode.BACKGROUND, ReplaySetting.AFTER_REJECTION, 4, "main"),
                    Duration.ofHours(1));
            ledger.operations().write(new OperationWrite.Accept(WriteId.create(random), draft, null));
        }
    }

    @Test
    void list_ofTheTenantAlone() {
        assertThat(ops("list", "--tenant", "team-a")).isZero();
        assertThat(cli.out()).contains("the-key", "1 in all");

        assertThat(ops("list")).isZero();
        assertThat(cli.out()).doesNotContain("the-key");
    }

    @Test
    void show_namesCommandsThatWork() {
        assertThat(ops("show", "the-key", "--tenant", "team-a")).isZero();
        assertThat(cli.out()).contains("the-key").containsPattern("penstock ops cancel op_\\S+ .*--tenant team-a");

        assertThat(ops("show", "the-key")).isEqualTo(2);
        assertThat(cli.err()).contains("of the tenant local");
    }

    @Test
    void cancel_decidesThere() {
        assertThat(ops("cancel", "the-key")).isEqualTo(2);
        assertThat(ops("cancel", "the-key", "--tenant", "team-a")).isZero();
        ops("list", "--tenant", "team-a", "--json");
        assertThat(cli.out()).contains("cancelled_before_dispatch");
    }

    @Test
    @DisplayName("R-OP-10 why somebody asked for a cancel is kept, and shown")
    void cancel_why_isKept() {
        ops("cancel", "the-key", "--tenant", "team-a", "--author", "night-shift", "--why", "wrong prompt");

        ops("show", "the-key", "--tenant", "team-a");
        assertThat(cli.out()).contains("night-shift asked for its cancellation (wrong prompt)");
        ops("show", "the-key", "--tenant", "team-a", "--json");
        assertThat(cli.out()).contains("\"author\":\"night-shift\",\"decision\":\"cancel\",\"why\":\"wrong prompt\"");
    }

    @Test
    @DisplayName("whatever a tenant wrote as author and reason gives the operator's terminal no command")
    void show_decisionWithControls_isShownWithoutThem() {
        String[] words = {"--author", "a\u001b]0;b\u0007", "--why", "c\r\n\u001b[1Ad"};
        ops("cancel", "the-key", "--tenant", "team-a");
        String[] again = {"regenerate", "the-key", "--tenant", "team-a", words[0], words[1], words[2], words[3]};
        assertThat(ops(again)).isZero();

        assertThat(ops("show", "the-key", "--tenant", "team-a")).isZero();
        assertThat(cli.out())
                .contains("a\ufffd]0;b\ufffd decided", "c\ufffd\ufffd\ufffd[1Ad")
                .doesNotContain("\u001b");
    }

    @Test
    void tenant_notAName_refused() {
        assertThat(ops("list", "--tenant", "a/b")).isEqualTo(2);
        assertThat(cli.err()).contains("a tenant is");
    }

    private Path store() {
        return directory.resolve("gateway.penstock");
    }

    private int ops(String... words) {
        String[] command = new String[words.length + 3];
        command[0] = "ops";
        System.arraycopy(words, 0, command, 1, words.length);
        command[words.length + 1] = "--store";
        command[words.length + 2] = store().toString();
        return cli.run(command);
    }
}
