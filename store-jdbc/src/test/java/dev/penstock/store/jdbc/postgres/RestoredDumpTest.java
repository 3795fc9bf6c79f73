package dev.penstock.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.OperationFilter;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.Tenant;
import dev.penstock.store.jdbc.Steps;
import dev.penstock.store.tck.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** A dump that PostgreSQL's own tools restore into the database that it was made of. */
@EnabledIf(value = "areToolsThere", disabledReason = "the tools of PostgreSQL are not installed")
class RestoredDumpTest {

    private static final Path DUMP = Path.of("/usr/bin/pg_dump");
    private static final Path RESTORE = Path.of("/usr/bin/pg_restore");

    @TempDir
    private Path directory;

    static boolean areToolsThere() {
        return Files.isExecutable(DUMP) && Files.isExecutable(RESTORE);
    }

    @Test
    @DisplayName(
            "background work that has ended since the dump is not sent again: it is unknown, as what was sent then")
    void open_dumpRestoredInPlace_doubtsItsOpenWork() throws IOException, InterruptedException {
        PostgresAddress database = PostgresServer.shared().newStore();
        Path dump = directory.resolve("dump");
        try (PostgresLedger ledger = PostgresLedger.open(PostgresStores.engine(database))) {
            ledger.operations().write(new OperationWrite.Accept(Steps.nextId(), Samples.background("queued")));
            Steps.reserved(ledger, ledger.workers().register(), "sent");
            run(database, DUMP, "-Fc", "-f", dump.toString());
            OperationRecord sent = Steps.reserved(ledger, ledger.workers().register(), "sent later");
            Steps.answer(ledger, sent, "answer");
        }

        run(database, RESTORE, "--clean", "--exit-on-error", dump.toString());

        try (PostgresLedger ledger = PostgresLedger.open(PostgresStores.engine(database))) {
            assertThat(ledger.operations().claimDue(ledger.workers().register(), 10))
                    .isEmpty();
            assertThat(ledger.operations().count(Tenant.LOCAL, OperationFilter.all()))
                    .isEqualTo(Map.of(OperationState.UNKNOWN_OUTCOME, 2L));
            Steps.reserved(ledger, ledger.workers().register(), "sent later");
        }
    }

    private void run(PostgresAddress database, Path tool, String... words) throws IOException, InterruptedException {
        String[] place = database.hosts().split(":", 2);
        List<String> command = new ArrayList<>(List.of(
                tool.toString(), "-h", place[0], "-p", place[1], "-U", database.user(), "-d", database.database()));
        command.addAll(List.of(words));
        Path said = directory.resolve("said");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        int exit = process.waitFor();
        assertThat(exit).as(Files.readString(said)).isZero();
    }
}
