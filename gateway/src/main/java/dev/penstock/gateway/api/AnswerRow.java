package dev.penstock.gateway.api;

import dev.penstock.client.Result;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.attempt.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * What each result is to an HTTP client: the two tables of design 12, "the key is" and "first answers". What runs is what
 * {@link AnswerTable#toMarkdown()} prints.
 */
enum AnswerRow {
    ANSWERED("succeeded", 200, "", Again.NO),
    UNRECORDED("a complete answer that could not be recorded in time", 200, "completed_not_recorded", Again.NO),
    INVALID("not valid, found before anything was sent", 400, "invalid_request", Again.NO),
    REDIRECTED("failed_permanent with a redirect, never followed", 424, "upstream_redirect", Again.NO),
    REJECTED("failed_permanent", 0, "", Again.NO),
    UNKNOWN("unknown_outcome", 409, "outcome_unknown", Again.NO),
    OTHER_PAYLOAD("in use for another payload", 422, "idempotency_key_reused", Again.NO),
    UNVERIFIABLE("in use, and the fingerprint's key is missing", 409, "fingerprint_unverifiable", Again.NO),
    IN_PROGRESS("in flight, and the answer deadline came first", 409, "operation_in_progress", Again.YES),
    CANCELLED("cancelled", 409, "operation_cancelled", Again.NO),
    EXPIRED("succeeded, its body pruned", 410, "result_expired", Again.NO),
    ENDED_BEFORE("dead_letter, not to be reopened by this repeat", 409, "", Again.NO),
    LATE("a complete answer after the deadline, under a key", 409, "deadline_exceeded", Again.YES),
    LATE_AND_LOST("a complete answer after the deadline, without a key", 409, "deadline_exceeded", Again.NO),
    DEADLINE("dead_letter(deadline)", 504, "deadline_exceeded", Again.NO),
    BALANCE("stopped: the account's balance", 424, "provider_balance", Again.NO),
    CREDENTIAL("stopped: the credential", 424, "provider_credential", Again.NO),
    QUOTA("stopped: a quota", 424, "provider_quota", Again.NO),
    STOPPED("stopped, and nobody here knows by what", 424, "provider_stopped", Again.NO),
    RATE_LIMITED(
            "dead_letter(attempts, retry_budget, breaker, replay_setting), the last answer a 429",
            429,
            "upstream_rate_limited",
            Again.LATER),
    UNAVAILABLE(
            "dead_letter(attempts, retry_budget, breaker, replay_setting)", 503, "upstream_unavailable", Again.LATER),
    INTERRUPTED("dead_letter(interrupted)", 424, "generation_interrupted", Again.NO),
    UNUSABLE("dead_letter(quarantined)", 424, "response_unusable", Again.NO),
    ABANDONED("dead_letter(abandoned)", 409, "operation_abandoned", Again.NO),
    FAILED("dead_letter(internal_error)", 500, "internal_error", Again.NO),
    STORE("the store is away or takes no more", 503, "store_unavailable", Again.YES),
    DRAINING("drain", 503, "draining", Again.YES),
    NOT_ADMITTED("admission", 429, "admission_rejected", Again.YES);

    private final String when;
    private final int status;
    private final String code;
    private final Again again;

    AnswerRow(String when, int status, String code, Again again) {
        this.when = when;
        this.status = status;
        this.code = code;
        this.again = again;
    }

    /**
     * The row of a result.
     *
     * @param result how a call ended
     * @param bySdk whether a client's library repeats by itself: it gets the last error again (design 4)
     * @param keyed whether a repeat finds what this call came to; if not, it would be a second generation
     */
    static AnswerRow of(Result result, boolean bySdk, boolean keyed) {
        AnswerRow row = !bySdk && isEndedBefore(result) ? ENDED_BEFORE : first(result);
        return row == LATE && !keyed ? LATE_AND_LOST : row;
    }

    /** The row of a result that is given for the first time. */
    static AnswerRow first(Result result) {
        return switch (result) {
            case Result.Answered ignored -> ANSWERED;
            case Result.CompletedUnrecorded ignored -> UNRECORDED;
            case Result.Invalid ignored -> INVALID;
            case Result.Rejected rejected -> rejected.status() / 100 == 3 ? REDIRECTED : REJECTED;
            case Result.UnknownOutcome ignored -> UNKNOWN;
            case Result.KeyConflict conflict -> conflict.verifiable() ? OTHER_PAYLOAD : UNVERIFIABLE;
            case Result.InProgress ignored -> IN_PROGRESS;
            case Result.Cancelled ignored -> CANCELLED;
            case Result.Expired ignored -> EXPIRED;
            case Result.GaveUp gaveUp -> limited(gaveUp);
            case Result.Unusable ignored -> UNUSABLE;
            case Result.StoreUnavailable ignored -> STORE;
            case Result.Parked parked -> parked.why() == null ? DRAINING : STOPPED;
            case Result.NotAdmitted ignored -> NOT_ADMITTED;
        };
    }

    private static AnswerRow limited(Result.GaveUp gaveUp) {
        return switch (gaveUp.limit()) {
            case DEADLINE -> gaveUp.operation().state() == OperationState.SUCCEEDED ? LATE : DEADLINE;
            case STOPPED -> stopped(gaveUp.stopped());
            case ATTEMPTS, RETRY_BUDGET, BREAKER, REPLAY_SETTING ->
                gaveUp.lastStatus() == 429 ? RATE_LIMITED : UNAVAILABLE;
            case INTERRUPTED -> INTERRUPTED;
            case REFUSED -> NOT_ADMITTED;
            case ABANDONED -> ABANDONED;
            case ANSWERED, LOCAL, REJECTED, CANCELLED, QUARANTINED, INTERNAL_ERROR, INTERMEDIARY, NO_ANSWER -> FAILED;
            case ATTEMPT_CAP, STALLED, ERROR, EMPTY, PARTIAL, TRUNCATED, CRASHED, LEASE_LOST, DECISION -> FAILED;
        };
    }

    private static AnswerRow stopped(Verdict.Stop.@Nullable What what) {
        if (what == null) {
            return STOPPED;
        }
        return switch (what) {
            case CREDENTIAL -> CREDENTIAL;
            case BALANCE -> BALANCE;
            case QUOTA -> QUOTA;
        };
    }

    private static boolean isEndedBefore(Result result) {
        return switch (result) {
            case Result.GaveUp gaveUp -> gaveUp.operation().replayed();
            case Result.Unusable unusable -> unusable.operation().replayed();
            default -> false;
        };
    }

    String when() {
        return when;
    }

    /** The status; 0 for the provider's own. */
    int status() {
        return status;
    }

    /** The code; "" for none, or for that of the first answer. */
    String code() {
        return code;
    }

    Again again() {
        return again;
    }
}
