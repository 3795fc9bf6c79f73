package dev.penstock.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.OperationHistory;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.WriteResult;
import dev.penstock.store.WriteResult.Why;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Cancellation is certain only before dispatch, and the last look at it is the intent's own (R-CANCEL-1, R-CANCEL-2). */
public abstract class CancellationContract extends LedgerContract {

    /** For subclasses. */
    protected CancellationContract() {}

    @ParameterizedTest
    @EnumSource(names = {"RECEIVED", "RETRY_SCHEDULED"})
    @DisplayName("R-CANCEL-1 what nobody holds is cancelled by the request itself")
    void requestCancel_nobodyHoldsIt_cancels(OperationState from) {
        OperationRecord record = journey().to(from, Samples.background("k"));

        OperationRecord cancelled = committed(cancel(record));

        assertThat(cancelled.state()).isEqualTo(OperationState.CANCELLED_BEFORE_DISPATCH);
        assertThat(cancelled.reason()).isEqualTo(EndReason.CANCELLED);
        assertThat(cancelled.times().cancelRequestedAt()).hasValue(clock.millis());
        assertThat(cancelled.times().resultCommittedAt()).hasValue(clock.millis());
        fenced(intend(record));
    }

    @Test
    @DisplayName("R-CANCEL-1 a cancel before the intent: the intent is refused, nothing is sent")
    void requestCancel_claimed_refusesTheIntent() {
        OperationRecord claimed = journey().to(OperationState.CLAIMED, Samples.background("k"));

        OperationRecord asked = committed(cancel(claimed));
        WriteResult.Refused refused = refused(intend(claimed), Why.CANCEL_REQUESTED);

        assertThat(asked.state()).isEqualTo(OperationState.CLAIMED);
        assertThat(refused.record()).isEqualTo(asked);
        assertThat(history(claimed.ref()).attempts()).isEmpty();
        committed(new OperationWrite.End(
                nextId(), claimed.version(), OperationState.CANCELLED_BEFORE_DISPATCH, EndReason.CANCELLED));
    }

    @Test
    @DisplayName("R-CANCEL-2 a cancel after dispatch is a wish: the outcome still counts")
    void requestCancel_dispatching_isAWish() {
        OperationRecord sent = reserve(Samples.attached("k"));

        OperationRecord asked = committed(cancel(sent));
        clock.move(Duration.ofSeconds(1));
        OperationRecord done = committed(answer(sent, "answer"));

        assertThat(asked.state()).isEqualTo(OperationState.DISPATCHING);
        assertThat(done.state()).isEqualTo(OperationState.SUCCEEDED);
        assertThat(done.times().cancelRequestedAt()).hasValue(clock.millis() - 1_000);
    }

    @Test
    @DisplayName("R-CANCEL-2 with an ambiguous attempt a cancel leaves an unknown outcome, not a cancelled one")
    void requestCancel_afterAnAmbiguousAttempt_isUnknownOutcome() {
        OperationRecord retry = journey().ambiguousRetry(Samples.background("k"));

        OperationRecord cancelled = committed(cancel(retry));

        assertThat(cancelled.state()).isEqualTo(OperationState.UNKNOWN_OUTCOME);
        assertThat(cancelled.reason()).isEqualTo(EndReason.CANCELLED);
    }

    @ParameterizedTest
    @EnumSource(
            names = {"UNKNOWN_OUTCOME", "SUCCEEDED", "FAILED_PERMANENT", "CANCELLED_BEFORE_DISPATCH", "DEAD_LETTER"})
    void requestCancel_settled_isRefused(OperationState state) {
        OperationRecord record = journey().to(state, Samples.background("k"));

        refused(cancel(record), Why.NOT_POSSIBLE);

        assertThat(now(record.ref())).isEqualTo(record);
    }

    @Test
    void requestCancel_twice_keepsTheFirstMoment() {
        OperationRecord sent = reserve(Samples.attached("k"));
        committed(cancel(sent));
        clock.move(Duration.ofSeconds(5));

        OperationRecord again = committed(cancel(sent));

        assertThat(again.times().cancelRequestedAt()).hasValue(clock.millis() - 5_000);
        assertThat(history(sent.ref()).decisions())
                .extracting(OperationHistory.Decided::kind, OperationHistory.Decided::author)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("cancel", "somebody"),
                        org.assertj.core.groups.Tuple.tuple("cancel", "somebody"));
    }

    @ParameterizedTest
    @EnumSource(names = {"RECEIVED", "RETRY_SCHEDULED", "CLAIMED", "DISPATCHING"})
    @DisplayName("R-OP-10 who asked for a cancel, and why, is kept with it")
    void requestCancel_keepsItsAuthorAndReason(OperationState from) {
        OperationRecord record = journey().to(from, Samples.background("k"));

        committed(cancel(record));

        assertThat(history(record.ref()).decisions())
                .containsExactly(
                        new OperationHistory.Decided("somebody", "cancel", "the run was a mistake", clock.millis()));
    }

    @Test
    @DisplayName("a cancel is a wish and no decision: late evidence still counts")
    void requestCancel_beforeLateEvidence_doesNotStopIt() {
        OperationRecord sent = reserve(Samples.attached("k"));
        committed(cancel(sent));
        OperationRecord unknown = committed(settle(
                sent, AttemptCategory.AMBIGUOUS, Samples.settled(OperationState.UNKNOWN_OUTCOME, EndReason.CANCELLED)));

        committed(new OperationWrite.LateEvidence(
                nextId(),
                unknown.ref(),
                1,
                Samples.outcome(AttemptCategory.FINAL),
                Samples.succeeded(),
                List.of(Samples.result("late"))));

        assertThat(now(unknown.ref()).state()).isEqualTo(OperationState.SUCCEEDED);
    }

    @RepeatedTest(5)
    @DisplayName("R-CANCEL-1 raced, either the cancel wins and nothing is sent, or the intent was first")
    void requestCancel_racingTheIntent_oneOfThemIsFirst() {
        int races = 40;
        List<OperationRecord> records = new ArrayList<>();
        List<Callable<WriteResult>> calls = new ArrayList<>();
        for (int i = 0; i < races; i++) {
            OperationRecord claimed = journey().to(OperationState.CLAIMED, Samples.background("race " + i));
            records.add(claimed);
            OperationWrite intent = intend(claimed);
            OperationWrite cancel = cancel(claimed);
            calls.add(() -> operations().write(intent));
            calls.add(() -> operations().write(cancel));
        }

        List<WriteResult> results = Together.run(calls);

        for (int i = 0; i < races; i++) {
            WriteResult intent = results.get(2 * i);
            WriteResult cancel = results.get(2 * i + 1);
            OperationRecord now = now(records.get(i).ref());
            assertThat(now.times().cancelRequestedAt()).isPresent();
            if (intent instanceof WriteResult.Committed) {
                assertThat(now.state()).isEqualTo(OperationState.DISPATCHING);
                assertThat(((WriteResult.Committed) cancel).record().state()).isEqualTo(OperationState.DISPATCHING);
            } else {
                assertThat(intent).isInstanceOf(WriteResult.Refused.class);
                assertThat(now.attempts().started()).isZero();
            }
        }
    }

    private OperationWrite.RequestCancel cancel(OperationRecord record) {
        return new OperationWrite.RequestCancel(nextId(), record.ref(), "somebody", "the run was a mistake");
    }
}
