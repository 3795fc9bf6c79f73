package dev.penstock.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Decision;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationHistory;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationRecord.AttemptCounts;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.WriteResult;
import dev.penstock.store.WriteResult.Why;
import java.time.Duration;
import java.util.List;

/**
 * Work that was open in a store which may lack its last commits: one operation whose first attempt was under way, and one
 * in line.
 */
public final class DoubtedWork {

    /** How long an attempt of which nothing is known may still run. */
    public static final Duration LONGEST = Duration.ofHours(1);

    private DoubtedWork() {}

    /** Both wait for a decision, and what may have been sent is counted. */
    public static void requireCounted(Ledger ledger, OperationRecord sent, OperationRecord queued) {
        assertThat(now(ledger, sent).record().attempts()).isEqualTo(new AttemptCounts(1, 1, 1, 1, 1));
        assertThat(now(ledger, queued).record().attempts()).isEqualTo(new AttemptCounts(0, 0, 0, 1, 1));
        assertThat(ledger.operations().backlog().states())
                .containsOnlyKeys(OperationState.UNKNOWN_OUTCOME)
                .hasEntrySatisfying(
                        OperationState.UNKNOWN_OUTCOME,
                        standing -> assertThat(standing.count()).isEqualTo(2));
    }

    /** Neither is run again beside an attempt that may still run. */
    public static void requireStillRunning(Ledger ledger, OperationRecord sent, OperationRecord queued)
            throws InterruptedException {
        assertThat(List.of(rerun(ledger, sent), rerun(ledger, queued)))
                .allSatisfy(result -> assertThat(result)
                        .isInstanceOfSatisfying(
                                WriteResult.Refused.class,
                                refused -> assertThat(refused.why()).isEqualTo(Why.STILL_RUNNING)));
    }

    /** Both may be run again. */
    public static void requireRerun(Ledger ledger, OperationRecord sent, OperationRecord queued)
            throws InterruptedException {
        assertThat(rerun(ledger, sent)).isInstanceOf(WriteResult.Committed.class);
        assertThat(rerun(ledger, queued)).isInstanceOf(WriteResult.Committed.class);
        assertThat(ledger.operations().backlog().states()).containsOnlyKeys(OperationState.RECEIVED);
    }

    /** An answer to the attempt that was under way still counts, and that attempt as what it was. */
    public static void requireAnswerCounts(Ledger ledger, OperationRecord sent) throws InterruptedException {
        assertThat(Steps.answer(ledger, sent, "late")).isInstanceOf(WriteResult.Fenced.class);
        assertThat(now(ledger, sent).record().state()).isEqualTo(OperationState.SUCCEEDED);
        assertThat(now(ledger, sent).record().attempts()).isEqualTo(new AttemptCounts(1, 1, 1, 0, 1));
    }

    private static WriteResult rerun(Ledger ledger, OperationRecord operation) throws InterruptedException {
        return ledger.operations()
                .write(new OperationWrite.Decide(
                        Steps.nextId(),
                        now(ledger, operation).record().version(),
                        new Decision("on call", "again", new Decision.Kind.Rerun(false, Duration.ofMinutes(1)))));
    }

    private static OperationHistory now(Ledger ledger, OperationRecord operation) {
        return ledger.operations().history(operation.ref()).orElseThrow();
    }
}
