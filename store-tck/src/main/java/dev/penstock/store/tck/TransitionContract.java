package dev.penstock.store.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.GenerationRef;
import dev.penstock.store.Next;
import dev.penstock.store.OperationDraft;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StateMachine;
import dev.penstock.store.StateMachine.Authority;
import dev.penstock.store.Version;
import dev.penstock.store.WorkerId;
import dev.penstock.store.WriteResult.Why;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every move that the engine makes, every one that it must not make, and what fences them (design 8, R-OP-2). */
public abstract class TransitionContract extends LedgerContract {

    /** For subclasses. */
    protected TransitionContract() {}

    @ParameterizedTest
    @EnumSource(OperationState.class)
    @DisplayName("R-OP-2 claim: from received and retry_scheduled, epoch + 1")
    void claim_fromEachState_asTheStateMachineSays(OperationState from) {
        OperationRecord record = journey().to(from, Samples.background("k"));

        attempt(record, OperationState.CLAIMED, claim(record.version()), record.epoch() + 1);
    }

    @ParameterizedTest
    @EnumSource(OperationState.class)
    @DisplayName("R-OP-2 intent: from claimed in the same epoch, from received and retry_scheduled with the next one")
    void intend_fromEachState_asTheStateMachineSays(OperationState from) {
        OperationRecord record = journey().to(from, Samples.background("k"));
        boolean claimed = from == OperationState.CLAIMED;
        OperationState hop = claimed ? OperationState.DISPATCHING : OperationState.CLAIMED;

        if (StateMachine.allows(from, hop, Authority.ENGINE)) {
            OperationRecord sent = committed(intend(record));

            assertThat(sent.state()).isEqualTo(OperationState.DISPATCHING);
            assertThat(sent.epoch()).isEqualTo(record.epoch() + (claimed ? 0 : 1));
            assertThat(sent.attempts().started()).isEqualTo(record.attempts().started() + 1);
        } else {
            assertIllegal(intend(record), record);
        }
    }

    @ParameterizedTest
    @EnumSource(OperationState.class)
    void release_fromEachState_asTheStateMachineSays(OperationState from) {
        OperationRecord record = journey().to(from, Samples.background("k"));

        if (from == OperationState.CLAIMED) {
            OperationRecord received = committed(new OperationWrite.Release(nextId(), record.version()));

            assertThat(received.state()).isEqualTo(OperationState.RECEIVED);
            assertThat(received.epoch()).isEqualTo(record.epoch());
            assertThat(received.lease()).isNull();
        } else {
            assertIllegal(new OperationWrite.Release(nextId(), record.version()), record);
        }
    }

    @ParameterizedTest
    @EnumSource(OperationState.class)
    @DisplayName("R-OP-2 an outcome leaves dispatching alone, for every state that the state machine lists")
    void settle_fromEachStateToEach_asTheStateMachineSays(OperationState from) {
        for (OperationState to : OperationState.values()) {
            if (to.isSettled() || to == OperationState.RETRY_SCHEDULED) {
                OperationRecord record = journey().to(from, Samples.background("settle to " + to));

                if (from == OperationState.DISPATCHING) {
                    OperationRecord settled = committed(settle(record, category(to), next(to)));

                    assertThat(settled.state()).isEqualTo(to);
                    assertThat(settled.epoch()).isEqualTo(record.epoch());
                } else {
                    assertIllegal(settle(record, category(to), next(to)), record);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(OperationState.class)
    void end_fromEachStateToEach_asTheStateMachineSays(OperationState from) {
        for (OperationState to : Journey.settledStates()) {
            OperationRecord record = journey().to(from, Samples.background("end in " + to));
            EndReason reason = to == OperationState.FAILED_PERMANENT ? EndReason.LOCAL : EndReason.DEADLINE;
            OperationWrite end = new OperationWrite.End(nextId(), record.version(), to, reason);
            boolean legal = from != OperationState.DISPATCHING
                    && to != OperationState.UNKNOWN_OUTCOME
                    && StateMachine.allows(from, to, Authority.ENGINE);

            if (legal) {
                OperationRecord ended = committed(end);

                assertThat(ended.state()).isEqualTo(to);
                assertThat(ended.reason()).isEqualTo(reason);
                assertThat(ended.times().resultCommittedAt()).hasValue(clock.millis());
            } else {
                assertIllegal(end, record);
            }
        }
    }

    @Test
    @DisplayName("R-OP-2 with an ambiguous attempt a scheduled retry ends as unknown_outcome and as nothing else")
    void end_withAnAmbiguousAttempt_isUnknownOutcome() {
        OperationRecord retry = journey().ambiguousRetry(Samples.background("k"));

        assertIllegal(
                new OperationWrite.End(nextId(), retry.version(), OperationState.DEAD_LETTER, EndReason.ATTEMPTS),
                retry);
        OperationRecord ended = committed(
                new OperationWrite.End(nextId(), retry.version(), OperationState.UNKNOWN_OUTCOME, EndReason.ATTEMPTS));

        assertThat(ended.state()).isEqualTo(OperationState.UNKNOWN_OUTCOME);
        assertThat(ended.reason()).isEqualTo(EndReason.ATTEMPTS);
    }

    @Test
    @DisplayName("a claimed generation with an ambiguous attempt is not given back to others")
    void release_withAnAmbiguousAttempt_isIllegal() {
        OperationRecord retry = journey().ambiguousRetry(Samples.background("k"));
        OperationRecord claimed = committed(claim(retry.version()));

        assertIllegal(new OperationWrite.Release(nextId(), claimed.version()), claimed);
    }

    @Test
    void settle_cancelledAfterASend_isIllegal() {
        OperationRecord sent = journey().to(OperationState.DISPATCHING, Samples.attached("k"));
        Next cancelled = Samples.settled(OperationState.CANCELLED_BEFORE_DISPATCH, EndReason.CANCELLED);

        assertIllegal(settle(sent, AttemptCategory.AMBIGUOUS, cancelled), sent);
    }

    @Test
    void intend_wrongAttemptNumber_isIllegalAndStoresNothing() {
        OperationRecord received = journey().to(OperationState.RECEIVED, Samples.background("k"));

        assertIllegal(new OperationWrite.Intend(nextId(), received.version(), worker(), Samples.intent(2)), received);
        assertThat(history(received.ref()).attempts()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"RECEIVED", "CLAIMED", "DISPATCHING", "RETRY_SCHEDULED"})
    @DisplayName("R-OP-5 whoever holds another epoch is fenced and changes nothing")
    void write_otherEpoch_isFenced(OperationState state) {
        OperationRecord record = journey().to(state, Samples.background("k"));
        for (long epoch : new long[] {record.epoch() - 1, record.epoch() + 1}) {
            Version stale = new Version(record.ref(), record.state(), epoch);
            for (OperationWrite write : writesFor(stale)) {
                assertThat(fenced(write).record()).isEqualTo(now(record.ref()));
                assertThat(now(record.ref()).version()).isEqualTo(record.version());
            }
        }
    }

    @Test
    void write_staleState_isFenced() {
        OperationRecord claimed = journey().to(OperationState.CLAIMED, Samples.background("k"));
        committed(intend(claimed));

        assertThat(fenced(new OperationWrite.Release(nextId(), claimed.version()))
                        .record())
                .extracting(OperationRecord::state)
                .isEqualTo(OperationState.DISPATCHING);
        fenced(intend(claimed));
    }

    @Test
    void write_noSuchGeneration_isFencedWithoutARecord() {
        OperationDraft draft = Samples.background("k");
        GenerationRef nowhere = new GenerationRef(draft.tenant(), draft.id(), 1);
        for (OperationState state : new OperationState[] {OperationState.CLAIMED, OperationState.DISPATCHING}) {
            for (OperationWrite write : writesFor(new Version(nowhere, state, 1))) {
                assertThat(fenced(write).record()).isNull();
            }
        }
        fenced(new OperationWrite.RequestCancel(nextId(), nowhere, "nobody", ""));
        fenced(new OperationWrite.Deliver(nextId(), nowhere, OperationWrite.DeliveryKind.LEFT, null));
    }

    @Test
    @DisplayName("R-DEADLINE-3 an intent needs enough of the deadline on the store's clock")
    void intend_tooLate_isRefusedAndStoresNothing() {
        OperationRecord received = journey().to(OperationState.RECEIVED, Samples.background("k"));
        clock.move(Samples.REMAINING.minusMillis(99));

        refused(intend(received), Why.TOO_LATE);

        assertThat(history(received.ref()).attempts()).isEmpty();
        clock.move(Duration.ofMillis(-1));
        assertThat(committed(intend(received)).state()).isEqualTo(OperationState.DISPATCHING);
    }

    @Test
    @DisplayName("what one process holds is not taken by another")
    void intend_heldByAnotherWorker_isFenced() {
        OperationRecord held = committed(new OperationWrite.Accept(nextId(), Samples.attached("k"), worker()));
        WorkerId other = ledger().workers().register();

        fenced(new OperationWrite.Intend(nextId(), held.version(), other, Samples.intent(1)));
        fenced(new OperationWrite.Claim(nextId(), held.version(), other));

        committed(intend(held));
    }

    private List<OperationWrite> writesFor(Version expected) {
        return switch (expected.state()) {
            case RECEIVED, RETRY_SCHEDULED ->
                List.of(
                        claim(expected),
                        new OperationWrite.Intend(nextId(), expected, worker(), Samples.intent(1)),
                        new OperationWrite.End(nextId(), expected, OperationState.DEAD_LETTER, EndReason.DEADLINE));
            case CLAIMED ->
                List.of(
                        new OperationWrite.Intend(nextId(), expected, worker(), Samples.intent(1)),
                        new OperationWrite.Release(nextId(), expected),
                        new OperationWrite.End(nextId(), expected, OperationState.DEAD_LETTER, EndReason.DEADLINE));
            case DISPATCHING ->
                List.of(new OperationWrite.Settle(
                        nextId(),
                        expected,
                        Samples.outcome(AttemptCategory.FINAL),
                        Samples.succeeded(),
                        List.of(Samples.result("late"))));
            case UNKNOWN_OUTCOME, SUCCEEDED, FAILED_PERMANENT, CANCELLED_BEFORE_DISPATCH, DEAD_LETTER -> List.of();
        };
    }

    private void attempt(OperationRecord from, OperationState to, OperationWrite write, long epoch) {
        if (StateMachine.allows(from.state(), to, Authority.ENGINE)) {
            OperationRecord moved = committed(write);
            assertThat(moved.state()).isEqualTo(to);
            assertThat(moved.epoch()).isEqualTo(epoch);
            assertThat(now(from.ref())).isEqualTo(moved);
        } else {
            assertIllegal(write, from);
        }
    }

    private void assertIllegal(OperationWrite write, OperationRecord unchanged) {
        assertThatIllegalStateException().isThrownBy(() -> write(write));
        assertThat(now(unchanged.ref())).isEqualTo(unchanged);
    }

    private static AttemptCategory category(OperationState to) {
        return switch (to) {
            case RETRY_SCHEDULED, DEAD_LETTER -> AttemptCategory.TRANSIENT;
            case UNKNOWN_OUTCOME -> AttemptCategory.AMBIGUOUS;
            case CANCELLED_BEFORE_DISPATCH -> AttemptCategory.NOT_SENT;
            case RECEIVED, CLAIMED, DISPATCHING, SUCCEEDED, FAILED_PERMANENT -> AttemptCategory.FINAL;
        };
    }

    private static Next next(OperationState to) {
        return to == OperationState.RETRY_SCHEDULED ? Samples.retry() : Samples.settled(to, EndReason.ERROR);
    }
}
