package dev.penstock.queue;

import dev.penstock.client.Result;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.attempt.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * Which limit ended an operation that was given up, in the gateway's words (design 12).
 *
 * @param status as over HTTP
 * @param code a stable code
 */
record Limit(int status, String code) {

    private static final Limit FAILED = new Limit(500, "internal_error");

    static Limit of(Result.GaveUp gaveUp) {
        return switch (gaveUp.limit()) {
            case DEADLINE ->
                new Limit(gaveUp.operation().state() == OperationState.SUCCEEDED ? 409 : 504, "deadline_exceeded");
            case STOPPED -> new Limit(424, stopped(gaveUp.stopped()));
            case ATTEMPTS, RETRY_BUDGET, BREAKER, REPLAY_SETTING ->
                gaveUp.lastStatus() == 429
                        ? new Limit(429, "upstream_rate_limited")
                        : new Limit(503, "upstream_unavailable");
            case INTERRUPTED -> new Limit(424, "generation_interrupted");
            case REFUSED -> new Limit(429, "admission_rejected");
            case ABANDONED -> new Limit(409, "operation_abandoned");
            case ANSWERED, LOCAL, REJECTED, CANCELLED, QUARANTINED, INTERNAL_ERROR, INTERMEDIARY, NO_ANSWER -> FAILED;
            case ATTEMPT_CAP, STALLED, ERROR, EMPTY, PARTIAL, TRUNCATED, CRASHED, LEASE_LOST, DECISION -> FAILED;
        };
    }

    private static String stopped(Verdict.Stop.@Nullable What what) {
        if (what == null) {
            return "provider_stopped";
        }
        return switch (what) {
            case CREDENTIAL -> "provider_credential";
            case BALANCE -> "provider_balance";
            case QUOTA -> "provider_quota";
        };
    }
}
