package dev.penstock.policy.classify;

import static dev.penstock.policy.classify.Row.row;

import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.AttemptFacts.Acceptance;
import dev.penstock.policy.attempt.Completion;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.attempt.ResponseFacts;
import dev.penstock.policy.attempt.Verdict;
import dev.penstock.policy.attempt.Verdict.Completed.How;
import dev.penstock.policy.attempt.Verdict.Unusable.Why;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Rows 19 to 26: the protocol is complete, or will never be; and what is left when our own code fails. */
final class AnswerRows {

    private static final Disposition ANSWERED = new Disposition(OperationState.SUCCEEDED, EndReason.ANSWERED);
    private static final Disposition QUARANTINED = Disposition.deadLetter(EndReason.QUARANTINED);

    private AnswerRows() {}

    static List<Row> rows() {
        return List.of(
                unreadable(), brokenOff(), unknownFinish(), limited(), refusedByCheck(), answered(), late(), threw());
    }

    private static Row unreadable() {
        return row(
                        19,
                        "200, framing complete, not the protocol (HTML, broken JSON, another type, over the cap,"
                                + " unknown coding); other 2xx",
                        Shape.UNREADABLE)
                .gives(unusable(19, Why.PROTOCOL, BreakerEffect.NEUTRAL));
    }

    private static Row brokenOff() {
        Classification interrupted = Classification.of(
                20,
                new Verdict.Interrupted(Verdict.Interrupted.By.PROVIDER),
                new Disposition(OperationState.RETRY_SCHEDULED, EndReason.INTERRUPTED),
                BreakerEffect.FAILURE);
        return row(20, "finish: insufficient_system_resource, aborted, error on a choice", Shape.BROKEN_OFF)
                .gives(
                        (facts, rules) -> interrupted,
                        List.of(interrupted),
                        "dead_letter(interrupted) where the replay setting forbids it or output was delivered");
    }

    private static Row unknownFinish() {
        Classification unknown = unusable(21, Why.UNKNOWN_FINISH, BreakerEffect.NEUTRAL);
        return row(21, "finish unknown, or [DONE] without finish", Shape.UNKNOWN_FINISH)
                .gives((facts, rules) -> unknown, List.of(unknown), "a profile may accept");
    }

    private static Row limited() {
        Outcomes<How> outcomes = completed(22, EnumSet.complementOf(EnumSet.of(How.FULL)), /* late= */ false);
        return row(22, "any choice length / content_filter / refusal (result checks are not run)", Shape.LIMITED)
                .when((facts, rules) -> !facts.late())
                .gives((facts, rules) -> outcomes.of(how(facts)), outcomes.all());
    }

    private static Row refusedByCheck() {
        Classification schema = unusable(23, Why.SCHEMA, BreakerEffect.SUCCESS);
        Classification application = unusable(23, Why.APPLICATION, BreakerEffect.SUCCESS);
        return row(
                        23,
                        "an answer that row 24 would accept, whose ResultCheck or requested schema is not met,"
                                + " or whose check throws",
                        Shape.FULL)
                .when((facts, rules) -> !facts.late() && !facts.acceptance().accepts())
                .gives(
                        (facts, rules) -> facts.acceptance() == Acceptance.SCHEMA_VIOLATED ? schema : application,
                        List.of(schema, application),
                        "the answer is kept; what a check throws propagates");
    }

    private static Row answered() {
        Classification full = Classification.of(
                24, new Verdict.Completed(How.FULL, /* late= */ false), ANSWERED, BreakerEffect.SUCCESS);
        return row(
                        24,
                        "finish on every requested choice: stop, tool_calls (others where the profile lists them)",
                        Shape.FULL)
                .when((facts, rules) -> !facts.late() && facts.acceptance().accepts())
                .gives(full);
    }

    private static Row late() {
        Outcomes<How> outcomes = completed(25, EnumSet.allOf(How.class), /* late= */ true);
        Classification schema = unusable(25, Why.SCHEMA, BreakerEffect.SUCCESS);
        Classification application = unusable(25, Why.APPLICATION, BreakerEffect.SUCCESS);
        return row(25, "complete answer after the deadline", Shape.LIMITED, Shape.FULL)
                .when((facts, rules) -> facts.late())
                .gives(
                        (facts, rules) -> {
                            How how = how(facts);
                            if (how != How.FULL || facts.acceptance().accepts()) {
                                return outcomes.of(how);
                            }
                            return facts.acceptance() == Acceptance.SCHEMA_VIOLATED ? schema : application;
                        },
                        outcomes.all(),
                        "as rows 22 to 24, and late; a repeat gets it");
    }

    private static Row threw() {
        Classification ours = Classification.of(
                26,
                new Verdict.Ambiguous(Verdict.Ambiguous.Why.INTERNAL_ERROR),
                Disposition.unknown(EndReason.INTERNAL_ERROR),
                BreakerEffect.NEUTRAL);
        return row(26, "unexpected exception of ours after the intent, not NOT_SENT", Shape.THREW)
                .gives((facts, rules) -> ours, List.of(ours), "then it propagates");
    }

    private static Outcomes<How> completed(int row, Set<How> details, boolean late) {
        return new Outcomes<>(
                How.class,
                details,
                how -> Classification.of(row, new Verdict.Completed(how, late), ANSWERED, BreakerEffect.SUCCESS));
    }

    private static Classification unusable(int row, Why why, BreakerEffect breaker) {
        return Classification.of(row, new Verdict.Unusable(why), QUARANTINED, breaker);
    }

    /** The gravest of what the choices say: a filter, then a refusal, then a length. */
    private static How how(AttemptFacts facts) {
        ResponseFacts response = facts.response();
        if (response == null || !(response.completion() instanceof Completion.Whole whole)) {
            return How.FULL;
        }
        if (whole.finishReasons().contains("content_filter")) {
            return How.FILTERED;
        }
        if (whole.refusal()) {
            return How.REFUSED;
        }
        return whole.finishReasons().contains("length") ? How.LIMITED : How.FULL;
    }
}
