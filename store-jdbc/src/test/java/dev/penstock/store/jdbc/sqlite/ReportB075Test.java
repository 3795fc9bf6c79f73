package dev.penstock.store.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.jdbc.CrashHook;
import dev.penstock.store.jdbc.Steps;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B075: a local timeout is no definite failure. In a file: what is on the disk when a process may send. */
class ReportB075Test {

    @TempDir
    private Path directory;

    @Test
    @DisplayName("B075 the attempt's row is on the disk before its writer may send, as another process sees it")
    void reserve_acknowledged_isSeenByOthers() throws InterruptedException, SQLException {
        try (SqliteLedger ledger = SqliteLedger.open(Opened.engine(file()))) {
            OperationRecord sent = Steps.reserved(ledger, ledger.workers().register(), "k");

            assertThat(Opened.ask(
                            file(),
                            "SELECT o.state || ' ' || a.number || ' ' || a.kind FROM operation o"
                                    + " JOIN attempt a ON a.op = o.op"))
                    .isEqualTo("dispatching 1 original");
            assertThat(sent.attempts().started()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("B075 (d) a process that is killed after its intent leaves an unknown outcome")
    void recover_afterKillNine_isUnknownOutcome() throws IOException, InterruptedException {
        try (ChildJvm child = ChildJvm.start(
                CrashTest.DiesAtAPoint.class, file().toString(), CrashHook.Point.AFTER_INTENT_COMMIT.name())) {
            assertThat(child.exitCode()).isEqualTo(9);
        }
        try (SqliteLedger ledger = SqliteLedger.open(Opened.engine(file()))) {
            assertThat(ledger.workers().recover()).containsEntry(OperationState.UNKNOWN_OUTCOME, 1L);
        }
    }

    private Path file() {
        return directory.resolve("store.db");
    }
}
