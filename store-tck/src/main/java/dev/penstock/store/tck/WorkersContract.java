package dev.penstock.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.retry.Recovery;
import dev.penstock.store.OperationDraft;
import dev.penstock.store.OperationMode;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationRecord.AttemptCounts;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.WorkerId;
import dev.penstock.store.WriteResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Leases, and what becomes of the work of workers that ended (design 8 "Leases", R-OP-6, B076, B078). */
public abstract class WorkersContract extends LedgerContract {

    private static final Duration LEASE = Duration.ofSeconds(15);

    /** For subclasses. */
    protected WorkersContract() {}

    @Test
    void register_twice_givesTwoIdentities() {
        assertThat(ledger().workers().register()).isNotEqualTo(worker());
    }

    @Test
    void heartbeat_inTime_renewsTheLease() {
        clock.move(LEASE.minusMillis(1));
        assertThat(ledger().workers().heartbeat(worker())).isEqualTo(LEASE.toMillis());
        clock.move(LEASE.minusMillis(1));
        assertThat(ledger().workers().heartbeat(worker())).isEqualTo(LEASE.toMillis());
    }

    @Test
    @DisplayName("a lease that has run out stays lost")
    void heartbeat_tooLate_isZero() {
        clock.move(LEASE);

        assertThat(ledger().workers().heartbeat(worker())).isZero();
        assertThat(ledger().workers().heartbeat(worker())).isZero();
        assertThat(ledger().workers().heartbeat(new WorkerId("nobody"))).isZero();
    }

    @Test
    void find_claimed_tellsTheLease() {
        OperationRecord claimed = journey().to(OperationState.CLAIMED, Samples.background("k"));

        assertThat(claimed.lease()).isEqualTo(new OperationRecord.Lease(worker(), clock.millis() + LEASE.toMillis()));
    }

    @ParameterizedTest
    @EnumSource(OperationState.class)
    @DisplayName("B078 recovery takes nothing from a worker that lives")
    void recover_liveWorker_movesNothing(OperationState state) {
        OperationRecord record = journey().to(state, Samples.background("k"));
        clock.move(LEASE.minusMillis(1));

        assertThat(ledger().workers().recover()).isEmpty();

        assertThat(now(record.ref()).version()).isEqualTo(record.version());
    }

    @Test
    @DisplayName("B076 R-OP-6 a lease lost in dispatching is an unknown outcome, never a new try")
    void recover_dispatchingLeaseLost_isUnknownOutcome() throws InterruptedException {
        OperationRecord sent = reserve(Samples.background("k"));
        clock.move(LEASE);

        assertThat(ledger().workers().recover()).isEqualTo(Map.of(OperationState.UNKNOWN_OUTCOME, 1L));

        OperationRecord unknown = now(sent.ref());
        assertThat(unknown.state()).isEqualTo(OperationState.UNKNOWN_OUTCOME);
        assertThat(unknown.reason()).isEqualTo(EndReason.LEASE_LOST);
        assertThat(unknown.epoch()).isEqualTo(sent.epoch() + 1);
        assertThat(unknown.attempts()).isEqualTo(new AttemptCounts(1, 1, 1, 1, 1));
        assertThat(unknown.times().resultCommittedAt()).hasValue(clock.millis());
        assertThat(history(sent.ref()).attempts().getFirst().outcome()).isNull();
        assertThat(operations().claimDue(ledger().workers().register(), 10)).isEmpty();
    }

    @Test
    @DisplayName("R-OP-6 a crash in dispatching is an unknown outcome after the next start, and says how it is known")
    void recover_dispatchingAfterRestart_isUnknownOutcome() {
        OperationRecord sent = reserve(Samples.attached("k"));
        EndReason loss = restart();

        assertThat(ledger().workers().recover()).isEqualTo(Map.of(OperationState.UNKNOWN_OUTCOME, 1L));

        assertThat(now(sent.ref()).reason()).isEqualTo(loss);
        assertThat(ledger().workers().recover()).isEmpty();
    }

    @Test
    @DisplayName("R-OP-6 a crash before the intent is safe: background work is received again")
    void recover_claimedBackground_isReceivedAgain() throws InterruptedException {
        OperationRecord claimed = journey().to(OperationState.CLAIMED, Samples.background("k"));
        restart();

        assertThat(ledger().workers().recover()).isEqualTo(Map.of(OperationState.RECEIVED, 1L));

        assertThat(now(claimed.ref()).epoch()).isEqualTo(claimed.epoch() + 1);
        fenced(intend(claimed));
        assertThat(operations().claimDue(worker(), 10)).hasSize(1);
    }

    @Test
    @DisplayName("attached work before its intent is abandoned with its process, and reopened by its key's repeat")
    void recover_attachedBeforeItsIntent_isAbandoned() {
        OperationRecord claimed = journey().to(OperationState.CLAIMED, Samples.attached("claimed"));
        OperationRecord held = committed(new OperationWrite.Accept(nextId(), Samples.attached("held"), worker()));
        OperationRecord retry = journey().to(OperationState.RETRY_SCHEDULED, Samples.attached("retry"));
        restart();

        assertThat(ledger().workers().recover()).isEqualTo(Map.of(OperationState.DEAD_LETTER, 3L));

        for (OperationRecord record : List.of(claimed, held, retry)) {
            assertThat(now(record.ref()).reason()).isEqualTo(EndReason.ABANDONED);
            assertThat(now(record.ref()).attempts().notReopenable()).isZero();
        }
    }

    @Test
    @DisplayName("attached work that nobody holds waits for its key's repeat until its deadline")
    void recover_attachedWithoutAHolder_isAbandonedAfterItsDeadline() {
        OperationRecord received = accept(Samples.attached("k"));
        restart();
        assertThat(ledger().workers().recover()).isEmpty();
        clock.move(Samples.REMAINING);

        assertThat(ledger().workers().recover()).isEqualTo(Map.of(OperationState.DEAD_LETTER, 1L));
        assertThat(now(received.ref()).reason()).isEqualTo(EndReason.ABANDONED);
    }

    @Test
    @DisplayName("design 4: a scheduled retry without an ambiguous attempt may be continued by any process")
    void recover_backgroundRetry_staysScheduled() throws InterruptedException {
        OperationRecord retry = journey().to(OperationState.RETRY_SCHEDULED, Samples.background("k"));
        restart();

        assertThat(ledger().workers().recover()).isEmpty();

        clock.move(Duration.ofSeconds(1));
        assertThat(operations().claimDue(worker(), 10))
                .extracting(OperationRecord::ref)
                .containsExactly(retry.ref());
    }

    @Test
    @DisplayName("design 4: one with an ambiguous attempt is continued by nobody else")
    void recover_retryWithAnAmbiguousAttempt_isUnknownOutcome() throws InterruptedException {
        OperationDraft draft = Samples.background("retry");
        journey().ambiguousRetry(draft);
        OperationRecord claimed = committed(
                claim(journey().ambiguousRetry(Samples.background("claimed")).version()));
        restart();

        assertThat(ledger().workers().recover()).isEqualTo(Map.of(OperationState.UNKNOWN_OUTCOME, 2L));

        assertThat(now(claimed.ref()).attempts()).isEqualTo(new AttemptCounts(1, 1, 1, 1, 1));
        clock.move(Duration.ofHours(1));
        assertThat(operations().claimDue(worker(), 10)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(OperationState.class)
    @DisplayName("R-OP-6 after a crash each state becomes what the one recovery rule says")
    void recover_afterACrash_agreesWithTheRule(OperationState state) {
        List<OperationRecord> left = new ArrayList<>();
        left.add(held(state, Samples.background("background")));
        left.add(held(state, Samples.attached("attached")));
        if (state == OperationState.RETRY_SCHEDULED) {
            left.add(journey().ambiguousRetry(Samples.background("ambiguous")));
            left.add(journey().ambiguousRetry(Samples.attached("ambiguous, attached")));
        }
        Recovery.Loss loss = restart() == EndReason.CRASHED ? Recovery.Loss.CRASHED : Recovery.Loss.LEASE_LOST;

        ledger().workers().recover();

        assertThat(left).allSatisfy(record -> {
            Recovery.Step step = Recovery.step(
                    record.state(),
                    record.settings().mode() == OperationMode.BACKGROUND,
                    record.attempts().ambiguous() > 0,
                    loss);
            OperationRecord found = now(record.ref());
            switch (step) {
                case Recovery.Step.Leave ignored -> assertThat(found.version()).isEqualTo(record.version());
                case Recovery.Step.Requeue ignored -> assertThat(found.state()).isEqualTo(OperationState.RECEIVED);
                case Recovery.Step.Settle settled -> {
                    assertThat(found.state()).isEqualTo(settled.disposition().state());
                    assertThat(found.reason()).isEqualTo(settled.disposition().reason());
                }
            }
        });
    }

    private OperationRecord held(OperationState state, OperationDraft draft) {
        return state == OperationState.RECEIVED
                ? committed(new OperationWrite.Accept(nextId(), draft, worker()))
                : journey().to(state, draft);
    }

    @Test
    void leave_withWorkLeft_isRecoveredLikeACrash() {
        OperationRecord sent = reserve(Samples.attached("k"));
        ledger().workers().leave(worker());

        ledger().workers().recover();

        assertThat(now(sent.ref()).state()).isEqualTo(OperationState.UNKNOWN_OUTCOME);
        assertThat(ledger().workers().heartbeat(worker())).isZero();
    }

    @Test
    @DisplayName("recovery moves what was settled or waits out of nobody's hands")
    void recover_nothingInHand_movesNothing() {
        for (OperationState state : Journey.settledStates()) {
            journey().to(state, Samples.background(state.name()));
        }
        accept(Samples.background("waiting"));
        restart();

        assertThat(ledger().workers().recover()).isEmpty();
    }

    @Test
    @DisplayName("B078 raced recoveries and late outcomes: each piece of work is moved once, nothing is lost")
    void recover_racedByManyAndByTheOutcomes_movesEachOnce() {
        int sends = 40;
        List<OperationRecord> sent = new ArrayList<>();
        for (int i = 0; i < sends; i++) {
            sent.add(reserve(Samples.background("k" + i)));
        }
        clock.move(LEASE);
        List<Callable<Long>> calls = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            calls.add(() -> ledger().workers().recover().getOrDefault(OperationState.UNKNOWN_OUTCOME, 0L));
        }
        for (OperationRecord record : sent) {
            OperationWrite answer = answer(record, "answer");
            calls.add(() -> operations().write(answer) instanceof WriteResult.Committed ? 1L : 0L);
        }

        List<Long> moved = Together.run(calls);

        assertThat(moved.stream().mapToLong(Long::longValue).sum()).isEqualTo(sends);
        assertThat(sent).allSatisfy(record -> {
            assertThat(now(record.ref()).state()).isEqualTo(OperationState.SUCCEEDED);
            assertThat(history(record.ref()).attempts()).hasSize(1);
        });
    }

    @Test
    void recover_claimedThenSettledInTime_isNotTouched() {
        OperationRecord sent = reserve(Samples.attached("k"));
        committed(settle(sent, AttemptCategory.NOT_SENT, Samples.retry()));
        clock.move(LEASE.minusMillis(1));

        assertThat(ledger().workers().recover()).isEmpty();
    }
}
