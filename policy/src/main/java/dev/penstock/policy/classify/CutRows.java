package dev.penstock.policy.classify;

import static dev.penstock.policy.classify.Row.row;

import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.CodeRules;
import dev.penstock.policy.attempt.Completion;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.ResponseFacts;
import dev.penstock.policy.attempt.Timings;
import dev.penstock.policy.attempt.Verdict;
import dev.penstock.policy.attempt.Verdict.Ambiguous.Why;
import dev.penstock.time.Deadline;
import java.time.Duration;
import java.util.List;

/** Rows 12 to 18: something may have been sent, and no complete answer came back. */
final class CutRows {

    private CutRows() {}

    static List<Row> rows() {
        return List.of(
                noAnswer(), endedByUs(), errorObject(), errorAfterOutput(), silent(), incomplete(), unfinished());
    }

    private static Row noAnswer() {
        return row(12, "reset, EOF after REQUEST_STARTED, no status", Shape.NO_STATUS)
                .gives(ambiguous(12, Why.NO_ANSWER, EndReason.NO_ANSWER, BreakerEffect.FAILURE));
    }

    private static Row endedByUs() {
        Classification deadline = ambiguous(13, Why.DEADLINE, EndReason.DEADLINE, BreakerEffect.NEUTRAL);
        Classification cancelled = ambiguous(13, Why.CANCELLED, EndReason.CANCELLED, BreakerEffect.NEUTRAL);
        Classification cap = ambiguous(13, Why.CAP, EndReason.ATTEMPT_CAP, BreakerEffect.FAILURE);
        Classification stalled = ambiguous(13, Why.STALLED, EndReason.STALLED, BreakerEffect.FAILURE);
        return row(
                        13,
                        "our deadline, cancel, attempt cap or a stream clock after REQUEST_STARTED,"
                                + " no complete answer in hand",
                        Shape.ENDED_BY_US)
                .gives(
                        (facts, rules) -> facts.ending() instanceof Ending.Aborted aborted
                                ? switch (aborted.cause()) {
                                    case DEADLINE -> deadline;
                                    case CANCELLED -> cancelled;
                                    case ATTEMPT_CAP -> cap;
                                    case TRANSPORT_IDLE, BEFORE_FIRST_PROGRESS, PROGRESS_IDLE, UPLOAD_IDLE, TOO_LARGE ->
                                        stalled;
                                }
                                : stalled,
                        List.of(deadline, cancelled, cap, stalled));
    }

    private static Row errorObject() {
        Classification unnamed = ambiguous(14, Why.ERROR, EndReason.ERROR, BreakerEffect.FAILURE);
        return row(
                        14,
                        "complete error object as the body of a 200 or in its stream, before any output",
                        Shape.ERROR_OBJECT)
                .when((facts, rules) -> !hasOutput(facts))
                .gives(
                        (facts, rules) -> asNamed(facts, rules, unnamed),
                        List.of(unnamed),
                        "as the status or type it names; the outcome stands for an error that names neither");
    }

    private static Classification asNamed(AttemptFacts facts, CodeRules rules, Classification unnamed) {
        ResponseFacts response = facts.response();
        if (response == null || !(response.completion() instanceof Completion.ErrorObject object)) {
            return unnamed;
        }
        int status = NamedCodes.status(object.error(), rules);
        return status == 0
                ? unnamed
                : StatusRows.asStatus(facts, status, object.error(), rules).inRow(14);
    }

    private static Row errorAfterOutput() {
        return row(15, "the same after output", Shape.ERROR_OBJECT)
                .when((facts, rules) -> hasOutput(facts))
                .gives(Classification.of(
                        15,
                        new Verdict.Interrupted(Verdict.Interrupted.By.ERROR),
                        Disposition.unknown(EndReason.INTERRUPTED),
                        BreakerEffect.FAILURE));
    }

    private static Row silent() {
        Classification empty = ambiguous(16, Why.EMPTY, EndReason.EMPTY, BreakerEffect.FAILURE);
        Classification overload = Classification.of(
                16, new Verdict.Transient(Verdict.Transient.Why.OVERLOAD), Disposition.RETRY, BreakerEffect.FAILURE);
        return row(16, "200, only keep-alives or nothing, then closed", Shape.SILENT)
                .gives(
                        (facts, rules) -> waitedOut(facts, rules) ? overload : empty,
                        List.of(empty, overload),
                        "transient only where the profile opted in and its documented wait has passed");
    }

    private static boolean waitedOut(AttemptFacts facts, CodeRules rules) {
        Duration wait = rules.overloadWait();
        Timings timings = facts.evidence().timings();
        if (wait == null || timings.ended() == Timings.NEVER) {
            return false;
        }
        return timings.ended() - Math.max(0, timings.requestComplete()) >= Deadline.saturatedNanos(wait);
    }

    private static Row incomplete() {
        return row(17, "200, framing incomplete (short length, missing last chunk, half a JSON at close)", Shape.CUT)
                .gives(ambiguous(17, Why.PARTIAL, EndReason.PARTIAL, BreakerEffect.FAILURE));
    }

    private static Row unfinished() {
        return row(18, "stream ended, no finish on some choice, no [DONE]", Shape.UNFINISHED)
                .gives(ambiguous(18, Why.TRUNCATED, EndReason.TRUNCATED, BreakerEffect.FAILURE));
    }

    private static Classification ambiguous(int row, Why why, EndReason reason, BreakerEffect breaker) {
        return Classification.of(row, new Verdict.Ambiguous(why), Disposition.unknown(reason), breaker);
    }

    private static boolean hasOutput(AttemptFacts facts) {
        ResponseFacts response = facts.response();
        return response != null && response.output();
    }
}
