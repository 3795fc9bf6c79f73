package dev.penstock.store.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Next;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.WorkerId;
import dev.penstock.store.WriteResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How background work is handed out (design 8, "Schema": the queue is its own table). */
public abstract class QueueContract extends LedgerContract {

    /** For subclasses. */
    protected QueueContract() {}

    @Test
    void claimDue_received_claimsTheOldestFirst() throws InterruptedException {
        List<OperationRecord> accepted = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            accepted.add(accept(Samples.background("k" + i)));
            clock.move(Duration.ofMillis(1));
        }

        List<OperationRecord> claimed = operations().claimDue(worker(), 3);

        assertThat(claimed)
                .extracting(OperationRecord::ref)
                .containsExactlyElementsOf(accepted.subList(0, 3).stream()
                        .map(OperationRecord::ref)
                        .toList());
        assertThat(claimed).allSatisfy(record -> {
            assertThat(record.state()).isEqualTo(OperationState.CLAIMED);
            assertThat(record.epoch()).isEqualTo(1);
            assertThat(record.lease()).extracting(OperationRecord.Lease::worker).isEqualTo(worker());
        });
        assertThat(operations().claimDue(worker(), 10)).hasSize(2);
        assertThat(operations().claimDue(worker(), 10)).isEmpty();
    }

    @Test
    @DisplayName("attached work is its own process's: the queue does not hand it out")
    void claimDue_attached_isNotClaimed() throws InterruptedException {
        accept(Samples.attached("waiting"));
        journey().to(OperationState.RETRY_SCHEDULED, Samples.attached("backing off"));
        clock.move(Duration.ofSeconds(1));

        assertThat(operations().claimDue(worker(), 10)).isEmpty();
    }

    @Test
    void claimDue_retryScheduled_isClaimedWhenItsTimeHasCome() throws InterruptedException {
        OperationRecord retry = journey().to(OperationState.RETRY_SCHEDULED, Samples.background("k"));
        clock.move(Duration.ofMillis(299));
        assertThat(operations().claimDue(worker(), 10)).isEmpty();
        clock.move(Duration.ofMillis(1));

        assertThat(operations().claimDue(worker(), 10))
                .singleElement()
                .satisfies(claimed -> assertThat(claimed.epoch()).isEqualTo(retry.epoch() + 1));
    }

    @Test
    @DisplayName("design 4: after an ambiguous attempt only the process that saw it goes on")
    void claimDue_ambiguousRetry_isOnlyForItsWorker() throws InterruptedException {
        OperationRecord retry = journey().ambiguousRetry(Samples.background("k"));
        clock.move(Duration.ofSeconds(1));
        WorkerId other = ledger().workers().register();

        assertThat(operations().claimDue(other, 10)).isEmpty();
        fenced(new OperationWrite.Claim(nextId(), retry.version(), other));
        assertThat(operations().claimDue(worker(), 10)).hasSize(1);
    }

    @Test
    void claimDue_afterRelease_isHandedOutAgain() throws InterruptedException {
        accept(Samples.background("k"));
        OperationRecord claimed = operations().claimDue(worker(), 1).getFirst();
        committed(new OperationWrite.Release(nextId(), claimed.version()));

        assertThat(operations().claimDue(worker(), 1))
                .singleElement()
                .satisfies(again -> assertThat(again.epoch()).isEqualTo(2));
    }

    @Test
    @DisplayName("what is given back for later is not due before")
    void claimDue_afterReleaseForLater_waits() throws InterruptedException {
        accept(Samples.background("k"));
        OperationRecord claimed = operations().claimDue(worker(), 1).getFirst();
        committed(new OperationWrite.Release(nextId(), claimed.version(), Duration.ofSeconds(30)));

        clock.move(Duration.ofSeconds(29));
        assertThat(operations().claimDue(worker(), 1)).isEmpty();
        clock.move(Duration.ofSeconds(1));
        assertThat(operations().claimDue(worker(), 1)).hasSize(1);
    }

    @Test
    void claimDue_takenOtherwise_isNotHandedOut() throws InterruptedException {
        OperationRecord intended = accept(Samples.background("intended"));
        committed(intend(intended));
        OperationRecord cancelled = accept(Samples.background("cancelled"));
        committed(new OperationWrite.RequestCancel(nextId(), cancelled.ref(), "somebody", ""));
        OperationRecord ended = accept(Samples.background("ended"));
        committed(new OperationWrite.End(nextId(), ended.version(), OperationState.DEAD_LETTER, EndReason.DEADLINE));

        assertThat(operations().claimDue(worker(), 10)).isEmpty();
    }

    @Test
    void claimDue_pausedRetry_waitsForItsProbe() throws InterruptedException {
        OperationRecord sent = reserve(Samples.background("k"));
        committed(settle(sent, AttemptCategory.STOP, new Next.Retry(Duration.ofMinutes(1), EndReason.STOPPED)));

        assertThat(now(sent.ref()).reason()).isEqualTo(EndReason.STOPPED);
        assertThat(operations().claimDue(worker(), 10)).isEmpty();
        clock.move(Duration.ofMinutes(1));
        assertThat(operations().claimDue(worker(), 10)).hasSize(1);
    }

    @Test
    void claimDue_noLimit_isAnError() {
        assertThatIllegalArgumentException().isThrownBy(() -> operations().claimDue(worker(), 0));
    }

    @Test
    @DisplayName("B078 claims raced by many workers: every piece of work goes to exactly one")
    void claimDue_manyWorkers_eachOnce() {
        int jobs = 120;
        for (int i = 0; i < jobs; i++) {
            accept(Samples.background("job " + i));
        }
        List<Callable<List<OperationRecord>>> claimers = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            WorkerId claimer = ledger().workers().register();
            claimers.add(() -> {
                List<OperationRecord> mine = new ArrayList<>();
                List<OperationRecord> some;
                do {
                    some = operations().claimDue(claimer, 3);
                    mine.addAll(some);
                } while (!some.isEmpty());
                return mine;
            });
        }

        List<List<OperationRecord>> claimed = Together.run(claimers);

        Set<OperationRecord> all = new HashSet<>();
        claimed.forEach(all::addAll);
        assertThat(claimed.stream().mapToInt(List::size).sum()).isEqualTo(jobs);
        assertThat(all)
                .hasSize(jobs)
                .allSatisfy(record -> assertThat(record.epoch()).isEqualTo(1));
    }

    @Test
    @DisplayName("B078 two claimers with one stale list: one claims, the other does nothing")
    void claim_raced_isWonOnce() {
        OperationRecord received = accept(Samples.background("k"));
        List<Callable<Boolean>> claimers = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            OperationWrite claim = new OperationWrite.Claim(
                    nextId(), received.version(), ledger().workers().register());
            claimers.add(() -> operations().write(claim) instanceof WriteResult.Committed);
        }

        assertThat(Together.run(claimers)).containsOnlyOnce(true);
        assertThat(now(received.ref()).epoch()).isEqualTo(1);
    }
}
