package dev.penstock.store.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.BatchExports;
import dev.penstock.store.BatchExports.Export;
import dev.penstock.store.Decision;
import dev.penstock.store.OperationHistory;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.Tenant;
import dev.penstock.store.Version;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What of a batch is in its output, and what is not yet (design 13). */
public abstract class ExportsContract extends LedgerContract {

    private static final String BATCH = "/data/requests.jsonl";

    /** For subclasses. */
    protected ExportsContract() {}

    @Test
    void find_nothingExported_isEmpty() {
        assertThat(exports().find(Tenant.LOCAL, BATCH)).isEmpty();
    }

    @Test
    void pending_settledOfTheBatch_inTheOrderOfTheirCommits() {
        OperationRecord slow = reserve(Samples.inBatch("slow", BATCH));
        OperationRecord quick = committed(answer(reserve(Samples.inBatch("quick", BATCH)), "quick"));
        clock.move(Duration.ofMillis(1));
        OperationRecord slowDone = committed(answer(slow, "slow"));
        journey().to(OperationState.RECEIVED, Samples.inBatch("open", BATCH));
        journey().to(OperationState.SUCCEEDED, Samples.inBatch("elsewhere", "/other.jsonl"));
        journey().to(OperationState.SUCCEEDED, Samples.background("in no batch"));

        assertThat(exports().pending(Tenant.LOCAL, BATCH, 10)).containsExactly(now(quick.ref()), slowDone);
        assertThat(exports().pending(Tenant.LOCAL, BATCH, 1)).containsExactly(now(quick.ref()));
        assertThat(exports().pending(new Tenant("stranger"), BATCH, 10)).isEmpty();
    }

    @Test
    @DisplayName("what is recorded as exported is not pending, and every line of it is a delivery")
    void record_exported_isNotPendingAnyMore() throws InterruptedException {
        OperationRecord done = journey().to(OperationState.SUCCEEDED, Samples.inBatch("k", BATCH));
        Export export = new Export("/data/results.jsonl", 120, "abc");

        exports().record(Tenant.LOCAL, BATCH, export, List.of(done.version()));

        assertThat(exports().find(Tenant.LOCAL, BATCH)).contains(export);
        assertThat(exports().pending(Tenant.LOCAL, BATCH, 10)).isEmpty();
        assertThat(history(done.ref()).deliveries())
                .extracting(OperationHistory.Delivery::kind)
                .containsExactly(OperationWrite.DeliveryKind.EXPORTED);
    }

    @Test
    void record_again_replacesTheOffset() throws InterruptedException {
        exports().record(Tenant.LOCAL, BATCH, new Export("/a", 1, "x"), List.of());
        exports().record(Tenant.LOCAL, BATCH, new Export("/a", 2, "y"), List.of());

        assertThat(exports().find(Tenant.LOCAL, BATCH)).contains(new Export("/a", 2, "y"));
    }

    @Test
    @DisplayName("what moved while it was written to the output stays pending")
    void record_movedMeanwhile_staysPending() throws InterruptedException {
        OperationRecord unknown = journey().to(OperationState.UNKNOWN_OUTCOME, Samples.inBatch("k", BATCH));
        committed(new OperationWrite.LateEvidence(
                nextId(),
                unknown.ref(),
                1,
                Samples.outcome(AttemptCategory.FINAL),
                Samples.succeeded(),
                List.of(Samples.result("late"))));

        exports().record(Tenant.LOCAL, BATCH, new Export("/a", 1, "x"), List.of(unknown.version()));

        assertThat(exports().pending(Tenant.LOCAL, BATCH, 10))
                .extracting(OperationRecord::state)
                .containsExactly(OperationState.SUCCEEDED);
    }

    @Test
    @DisplayName("what was reopened and settled again is pending again")
    void pending_reopenedAndSettledAgain_isPendingAgain() throws InterruptedException {
        OperationRecord dead =
                journey().deadLetter(Samples.inBatch("k", BATCH), AttemptCategory.TRANSIENT, EndReason.DEADLINE);
        exports().record(Tenant.LOCAL, BATCH, new Export("/a", 1, "x"), List.of(dead.version()));

        OperationRecord received = committed(new OperationWrite.Decide(
                nextId(),
                dead.version(),
                new Decision("run", "again", new Decision.Kind.Reopen(Duration.ofMinutes(1)))));
        assertThat(exports().pending(Tenant.LOCAL, BATCH, 10)).isEmpty();
        committed(answer(committed(intend(received)), "answer"));

        assertThat(exports().pending(Tenant.LOCAL, BATCH, 10)).hasSize(1);
    }

    @Test
    @DisplayName("a new generation takes the old one's place in the output")
    void pending_superseded_isNotPending() {
        OperationRecord dead = journey().to(OperationState.DEAD_LETTER, Samples.inBatch("k", BATCH));

        committed(new OperationWrite.Decide(
                nextId(),
                dead.version(),
                new Decision("op", "again", new Decision.Kind.Rerun(false, Duration.ofMinutes(1)))));

        assertThat(exports().pending(Tenant.LOCAL, BATCH, 10)).isEmpty();
    }

    @Test
    void reset_exported_isPendingAgain() throws InterruptedException {
        OperationRecord first = journey().to(OperationState.SUCCEEDED, Samples.inBatch("a", BATCH));
        OperationRecord second = journey().to(OperationState.DEAD_LETTER, Samples.inBatch("b", BATCH));
        exports().record(Tenant.LOCAL, BATCH, new Export("/a", 1, "x"), List.of(first.version(), second.version()));

        exports().reset(Tenant.LOCAL, BATCH);

        assertThat(exports().find(Tenant.LOCAL, BATCH)).isEmpty();
        assertThat(exports().pending(Tenant.LOCAL, BATCH, 10)).hasSize(2);
    }

    @Test
    @DisplayName("a rebuilding that was interrupted leaves a record that no output fits, and is done again")
    void reset_interrupted_fitsNoOutput() throws InterruptedException {
        OperationRecord done = journey().to(OperationState.SUCCEEDED, Samples.inBatch("a", BATCH));
        exports().record(Tenant.LOCAL, BATCH, new Export("/a", 1, "x"), List.of(done.version()));
        Thread rebuilding = Thread.currentThread();
        LedgerFixture.Held first = fixture().holdNextCommit();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> breaker = threads.submit(() -> {
                first.awaitHeld();
                rebuilding.interrupt();
                first.letGo();
                return null;
            });
            assertThatExceptionOfType(InterruptedException.class)
                    .isThrownBy(() -> exports().reset(Tenant.LOCAL, BATCH));
            assertThat(breaker).succeedsWithin(Duration.ofSeconds(10));
        }

        assertThat(exports().find(Tenant.LOCAL, BATCH).orElseThrow().offset()).isEqualTo(Long.MAX_VALUE);
        exports().reset(Tenant.LOCAL, BATCH);
        assertThat(exports().find(Tenant.LOCAL, BATCH)).isEmpty();
        assertThat(exports().pending(Tenant.LOCAL, BATCH, 10)).hasSize(1);
    }

    @Test
    @DisplayName("a batch of many is rebuilt whole")
    void reset_many_allArePendingAgain() throws InterruptedException {
        List<Version> versions = new ArrayList<>();
        for (int i = 0; i < 1_001; i++) {
            versions.add(committed(answer(reserve(Samples.inBatch("k" + i, BATCH)), "a"))
                    .version());
        }
        exports().record(Tenant.LOCAL, BATCH, new Export("/a", 1, "x"), versions);

        exports().reset(Tenant.LOCAL, BATCH);

        assertThat(exports().pending(Tenant.LOCAL, BATCH, 2_000)).hasSize(1_001);
    }

    @Test
    void record_lostAcknowledgement_recordsOnce() throws InterruptedException {
        OperationRecord done = journey().to(OperationState.SUCCEEDED, Samples.inBatch("k", BATCH));
        fixture().loseNextAcknowledgement();

        exports().record(Tenant.LOCAL, BATCH, new Export("/a", 1, "x"), List.of(done.version()));

        assertThat(history(done.ref()).deliveries()).hasSize(1);
    }

    private BatchExports exports() {
        return ledger().exports();
    }
}
