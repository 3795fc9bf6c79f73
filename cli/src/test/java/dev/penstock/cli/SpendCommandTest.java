package dev.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.store.Ledger;
import dev.penstock.store.Spend;
import dev.penstock.store.Tenant;
import dev.penstock.store.UsageSummary;
import dev.penstock.store.WorkerId;
import dev.penstock.store.jdbc.sqlite.SqliteLedger;
import dev.penstock.store.jdbc.sqlite.SqliteOptions;
import dev.penstock.time.Time;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpendCommandTest {

    private static final Spend.Counts COUNTS = new Spend.Counts(3, 2, 1, 1, 1);
    private static final UsageSummary USAGE = new UsageSummary(
            OptionalLong.of(7),
            OptionalLong.of(5),
            OptionalLong.empty(),
            OptionalLong.empty(),
            new BigDecimal("0.10"),
            "USD");

    @TempDir
    private Path directory;

    private final CommandLineFixture cli = new CommandLineFixture();

    @Test
    @DisplayName("R-OBS-1 sums for people, a row for each minute for programs; what is not known is said")
    void spend_sumsAndRows() {
        long minute = Time.system().wall().millis() / 60_000 * 60_000;
        try (Ledger engine = SqliteLedger.open(SqliteOptions.engine(store(), Time.system(), new SplittableRandom(3)))) {
            engine.spend().put(new WorkerId("one"), List.of(spend(minute), spend(minute - 60_000)));

            assertThat(ops("spend", "--tenant", "team-a")).isZero();
            assertThat(cli.out())
                    .contains("main  a-model: 6 attempts, 4 sent, 2 with an unknown end; 14 tokens in, 10 out")
                    .contains("usage of 2 unknown; cost at least 0.20 USD");

            assertThat(ops("spend", "--tenant", "team-a", "--json")).isZero();
            assertThat(cli.out().lines()).hasSize(2);
            assertThat(cli.out()).contains("\"route\":\"main\"", "\"cost\":\"0.10\"", "\"usage_unknown\":1");

            assertThat(ops("spend")).isZero();
            assertThat(cli.out()).contains("nothing was spent");
        }
    }

    @Test
    @DisplayName("a model's name, which a caller chose, gives the terminal no command")
    void spend_modelWithControls_isShownWithoutThem() {
        long minute = Time.system().wall().millis() / 60_000 * 60_000;
        try (Ledger engine = SqliteLedger.open(SqliteOptions.engine(store(), Time.system(), new SplittableRandom(3)))) {
            engine.spend().put(new WorkerId("one"), List.of(spend(minute, "a\u001b[2Jb\u009b\nforged: 0 attempts")));

            assertThat(ops("spend", "--tenant", "team-a")).isZero();
            assertThat(cli.out().lines()).singleElement().asString().startsWith("main  a\ufffd[2Jb\ufffd\ufffdforged");
        }
    }

    private static Spend spend(long minute) {
        return spend(minute, "a-model");
    }

    private static Spend spend(long minute, String model) {
        return new Spend(new Spend.Place(new Tenant("team-a"), minute, "main", model), COUNTS, USAGE);
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
