package dev.penstock.store.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Decision;
import dev.penstock.store.Next;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.WorkerId;
import dev.penstock.store.WriteResult;
import dev.penstock.store.jdbc.CrashHook;
import dev.penstock.store.tck.Samples;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** B075: a local timeout is no definite failure. The ledger's part: what it keeps of each, and what may follow. */
class ReportB075Test {

    @TempDir
    private Path directory;

    @Test
    @DisplayName("B075 the attempt's row is on the disk before its writer may send, as another process sees it")
    void reserve_acknowledged_isSeenByOthers() throws InterruptedException, SQLException {
        try (SqliteLedger ledger = SqliteLedger.open(Opened.engine(file()))) {
            OperationRecord sent = Opened.reserved(ledger, ledger.workers().register(), "k");

            assertThat(Opened.ask(
                            file(),
                            "SELECT o.state || ' ' || a.number || ' ' || a.kind FROM operation o"
                                    + " JOIN attempt a ON a.op = o.op"))
                    .isEqualTo("dispatching 1 original");
            assertThat(sent.attempts().started()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("B075 (a)-(c) what may have been processed is unknown until somebody decides")
    void settle_ambiguous_isOnlyLeftByADecision() throws InterruptedException {
        try (SqliteLedger ledger = SqliteLedger.open(Opened.engine(file()))) {
            WorkerId worker = ledger.workers().register();
            OperationRecord unknown = settle(
                    ledger,
                    Opened.reserved(ledger, worker, "k"),
                    AttemptCategory.AMBIGUOUS,
                    Samples.settled(OperationState.UNKNOWN_OUTCOME, EndReason.NO_ANSWER));

            assertThat(ledger.workers().recover()).isEmpty();
            assertThat(ledger.operations().claimDue(worker, 10)).isEmpty();
            assertThat(reopen(ledger, unknown)).isInstanceOf(WriteResult.Refused.class);
            assertThat(Opened.reserve(ledger, worker, "k"))
                    .isInstanceOfSatisfying(
                            WriteResult.Exists.class,
                            exists -> assertThat(exists.record().state()).isEqualTo(OperationState.UNKNOWN_OUTCOME));
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

    @ParameterizedTest
    @EnumSource(
            value = EndReason.class,
            names = {"DEADLINE", "ATTEMPTS", "BREAKER"})
    @DisplayName("B075 (e)-(g) what was not sent is freely tried again")
    void settle_notSent_isReopened(EndReason reason) throws InterruptedException {
        try (SqliteLedger ledger = SqliteLedger.open(Opened.engine(file()))) {
            OperationRecord dead = settle(
                    ledger,
                    Opened.reserved(ledger, ledger.workers().register(), "k"),
                    AttemptCategory.NOT_SENT,
                    Samples.settled(OperationState.DEAD_LETTER, reason));

            assertThat(dead.attempts().sent()).isZero();
            assertThat(reopen(ledger, dead)).isInstanceOf(WriteResult.Committed.class);
        }
    }

    private static OperationRecord settle(
            SqliteLedger ledger, OperationRecord sent, AttemptCategory category, Next next)
            throws InterruptedException {
        WriteResult result = ledger.operations()
                .write(new OperationWrite.Settle(
                        Opened.nextId(), sent.version(), Samples.outcome(category), next, List.of()));
        return ((WriteResult.Committed) result).record();
    }

    private static WriteResult reopen(SqliteLedger ledger, OperationRecord record) throws InterruptedException {
        return ledger.operations()
                .write(new OperationWrite.Decide(
                        Opened.nextId(),
                        record.version(),
                        new Decision("caller", "repeat", new Decision.Kind.Reopen(Duration.ofMinutes(1)))));
    }

    private Path file() {
        return directory.resolve("store.db");
    }
}
