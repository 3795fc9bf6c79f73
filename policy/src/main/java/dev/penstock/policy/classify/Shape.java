package dev.penstock.policy.classify;

import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.CodeRules;
import dev.penstock.policy.attempt.Completion;
import dev.penstock.policy.attempt.DeliveryStage;
import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.Ending.AbortCause;
import dev.penstock.policy.attempt.ResponseFacts;
import java.util.List;

/**
 * The coarse shape of what came back. Every attempt has exactly one, and every row of the table says which shapes it is
 * about; so finding a row is one look at the facts and a few conditions, not twenty-six.
 *
 * <p>Where facts contradict each other, the worse reading is taken: an answer in hand outweighs the evidence that
 * nothing was sent, and an exchange that ended without a status counts as sent.
 */
enum Shape {
    /** The request never was one. */
    INVALID,
    /** Our cancel or the operation's deadline, and provably nothing was sent. */
    UNSENT_ENDED,
    /** The transport failed or our own limit fired, and provably nothing was sent. */
    UNSENT_FAILED,
    /** Our code threw, and provably nothing was sent. */
    UNSENT_THREW,
    /** A status that alone decides: 300 and above, and what is no status at all (RFC 9110, 15: read as 5xx). */
    DECISIVE_STATUS,
    /** No status came. */
    NO_STATUS,
    /** One of our limits or wishes ended it, with no complete answer in hand. */
    ENDED_BY_US,
    /** A complete error object inside a 200. */
    ERROR_OBJECT,
    /** A 200 with keep-alives or nothing. */
    SILENT,
    /** A 200 whose framing is incomplete. */
    CUT,
    /** A stream that ended by its framing, without a finish. */
    UNFINISHED,
    /** Not the protocol, or over the cap. */
    UNREADABLE,
    /** Complete: some choice was broken off by the provider. */
    BROKEN_OFF,
    /** Complete: some finish is unknown or missing. */
    UNKNOWN_FINISH,
    /** Complete: some choice is limited, filtered or refused. */
    LIMITED,
    /** Complete: every choice finished in full. */
    FULL,
    /** Our code threw, and something may have been sent. */
    THREW;

    /** Whether the protocol inside a 200 is complete. */
    boolean isWhole() {
        return switch (this) {
            case BROKEN_OFF, UNKNOWN_FINISH, LIMITED, FULL -> true;
            case INVALID,
                    UNSENT_ENDED,
                    UNSENT_FAILED,
                    UNSENT_THREW,
                    DECISIVE_STATUS,
                    NO_STATUS,
                    ENDED_BY_US,
                    ERROR_OBJECT,
                    SILENT,
                    CUT,
                    UNFINISHED,
                    UNREADABLE,
                    THREW -> false;
        };
    }

    static Shape of(AttemptFacts facts, CodeRules rules) {
        if (facts.ending() instanceof Ending.Invalid) {
            return INVALID;
        }
        ResponseFacts response = facts.response();
        if (response == null) {
            return withoutStatus(facts, rules);
        }
        return switch (response.completion()) {
            case null -> ofStatus(response.status(), facts.ending());
            case Completion.Whole whole -> ofWhole(whole, rules);
            case Completion.ErrorObject ignored -> ERROR_OBJECT;
            case Completion.Nothing ignored -> ofIncomplete(facts.ending(), SILENT);
            case Completion.Partial ignored -> ofIncomplete(facts.ending(), CUT);
            case Completion.Truncated ignored -> ofIncomplete(facts.ending(), UNFINISHED);
            case Completion.NotTheProtocol ignored ->
                facts.evidence().stage() == DeliveryStage.RESPONSE_COMPLETE || facts.ending() instanceof Ending.Finished
                        ? UNREADABLE
                        : ofIncomplete(facts.ending(), CUT);
        };
    }

    private static Shape withoutStatus(AttemptFacts facts, CodeRules rules) {
        boolean unsent = facts.evidence().provesNotSent(rules);
        return switch (facts.ending()) {
            case Ending.Invalid ignored -> INVALID;
            case Ending.Threw ignored -> unsent ? UNSENT_THREW : THREW;
            case Ending.Finished ignored -> NO_STATUS;
            case Ending.Failed ignored -> unsent ? UNSENT_FAILED : NO_STATUS;
            case Ending.Aborted aborted ->
                switch (aborted.cause()) {
                    case CANCELLED, DEADLINE -> unsent ? UNSENT_ENDED : ENDED_BY_US;
                    case TOO_LARGE -> unsent ? UNSENT_FAILED : NO_STATUS;
                    case ATTEMPT_CAP, TRANSPORT_IDLE, BEFORE_FIRST_PROGRESS, PROGRESS_IDLE, UPLOAD_IDLE ->
                        unsent ? UNSENT_FAILED : ENDED_BY_US;
                };
        };
    }

    private static Shape ofStatus(int status, Ending ending) {
        if (status < 100 || status >= 300) {
            return DECISIVE_STATUS;
        }
        return ending instanceof Ending.Aborted aborted && aborted.cause() != AbortCause.TOO_LARGE
                ? ENDED_BY_US
                : UNREADABLE;
    }

    private static Shape ofIncomplete(Ending ending, Shape endedByPeer) {
        return switch (ending) {
            case Ending.Invalid ignored -> INVALID;
            case Ending.Threw ignored -> THREW;
            case Ending.Finished ignored -> endedByPeer;
            case Ending.Failed ignored -> endedByPeer;
            case Ending.Aborted aborted -> aborted.cause() == AbortCause.TOO_LARGE ? UNREADABLE : ENDED_BY_US;
        };
    }

    private static Shape ofWhole(Completion.Whole whole, CodeRules rules) {
        List<String> reasons = whole.finishReasons();
        boolean limited = whole.refusal();
        boolean unknown = reasons.isEmpty();
        if (whole.choiceError()) {
            return BROKEN_OFF;
        }
        for (int choice = 0; choice < reasons.size(); choice++) {
            String reason = reasons.get(choice);
            switch (reason) {
                case "stop", "tool_calls" -> {}
                case "length", "content_filter" -> limited = true;
                case "insufficient_system_resource", "aborted", "error" -> {
                    return BROKEN_OFF;
                }
                case "" -> unknown |= !(rules.doneWithoutFinishCompletes() && whole.output());
                default -> unknown |= !rules.acceptedFinishes().contains(reason);
            }
        }
        if (unknown) {
            return UNKNOWN_FINISH;
        }
        return limited ? LIMITED : FULL;
    }
}
