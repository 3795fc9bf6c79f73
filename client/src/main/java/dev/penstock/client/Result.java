package dev.penstock.client;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.ErrorFacts;
import dev.penstock.policy.attempt.Verdict;
import dev.penstock.store.Bytes;
import dev.penstock.store.StoreException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a call ended. Sealed, so that a caller who switches over it faces the unknown outcome as well as the answer.
 */
public sealed interface Result {

    /**
     * One complete answer, committed where the call has a key. The flags of the operation say whether it was limited,
     * filtered, a refusal or late.
     *
     * @param answer the answer
     * @param checks which of the four checks it passed
     * @param operation where the operation stands
     */
    record Answered(Answer answer, Checks checks, OperationInfo operation) implements Result {}

    /**
     * A complete answer that could not be committed in time: the one exception of R-OP-5. The commit goes on being
     * tried; whoever took the call from a queue does not acknowledge it.
     *
     * @param answer the answer
     * @param checks which of the four checks it passed
     * @param operation where the operation stands
     */
    record CompletedUnrecorded(Answer answer, Checks checks, OperationInfo operation) implements Result {}

    /**
     * A request may have been processed, and nothing here says how that ended. Nothing is sent again by itself; a person
     * or the owner decides.
     *
     * @param why what left it open
     * @param message for people: what happened and what can be done
     * @param partial what arrived of an answer, null if nothing did; never complete
     * @param operation where the operation stands
     */
    record UnknownOutcome(
            EndReason why, String message, @Nullable Bytes partial, OperationInfo operation) implements Result {}

    /**
     * An answer came, and cannot be used: not the protocol, an unknown finish, against the schema, or refused by the
     * caller's check. It is kept and never a reason to send again.
     *
     * @param checks which check it failed
     * @param message for people
     * @param kept what came, null if nothing was kept
     * @param operation where the operation stands
     */
    record Unusable(Checks checks, String message, @Nullable Bytes kept, OperationInfo operation) implements Result {}

    /**
     * The provider rejected the request for good.
     *
     * @param status its status
     * @param error what it said
     * @param body its body, null if it had none
     * @param operation where the operation stands
     */
    record Rejected(int status, ErrorFacts error, @Nullable Bytes body, OperationInfo operation) implements Result {}

    /**
     * Given up; {@code limit} says which limit ended it.
     *
     * @param limit deadline, attempts, retry budget, breaker, stopped, replay setting, interrupted, …
     * @param message for people, with the last error as cause
     * @param lastStatus the status of the provider's last error, 0 if there was none
     * @param lastError the provider's last error, null if there was none
     * @param retryAfter when it is worth coming back, null if nobody knows
     * @param stopped what has to be repaired, credential, balance or quota; null unless the limit is STOPPED, or if nobody
     *     knows any more
     * @param operation where the operation stands
     */
    record GaveUp(
            EndReason limit,
            String message,
            int lastStatus,
            @Nullable ErrorFacts lastError,
            @Nullable Duration retryAfter,
            Verdict.Stop.@Nullable What stopped,
            OperationInfo operation)
            implements Result {}

    /**
     * Cancelled before the next dispatch.
     *
     * @param operation where the operation stands
     */
    record Cancelled(OperationInfo operation) implements Result {}

    /**
     * Not accepted: nothing was sent and nothing stored (R-ADMIT-4).
     *
     * @param message why, for people
     * @param retryAfter when to come back
     */
    record NotAdmitted(String message, Duration retryAfter) implements Result {}

    /**
     * The key names another request: no old answer for new input, and nothing was sent (R-OP-3).
     *
     * @param verifiable false if the key that made the stored fingerprint is missing
     * @param operation the operation that holds the key
     */
    record KeyConflict(boolean verifiable, OperationInfo operation) implements Result {}

    /**
     * Somebody's attempt is under way, and this caller's own deadline came first.
     *
     * @param operation where the operation stands
     */
    record InProgress(OperationInfo operation) implements Result {}

    /**
     * Its answer was stored and has outlived its retention; nothing is sent.
     *
     * @param operation where the operation stands
     */
    record Expired(OperationInfo operation) implements Result {}

    /**
     * The request is not valid; nothing was sent.
     *
     * @param message what to change
     */
    record Invalid(String message) implements Result {}

    /**
     * The ledger does not take what has to be recorded. Nothing more is sent; what was sent before is in the ledger or
     * becomes unknown there.
     *
     * @param kind what the store says
     * @param message cause and mend
     * @param operation where the operation stands; null if it was never stored
     */
    record StoreUnavailable(
            StoreException.Kind kind,
            String message,
            @Nullable OperationInfo operation) implements Result {}

    /**
     * Left as it stands, because this process stops dispatching; the next run goes on with it. Nothing has failed.
     *
     * @param why stopped (credential, balance, quota), or null for a drain
     * @param operation where the operation stands; null if it was never stored
     */
    record Parked(@Nullable EndReason why, @Nullable OperationInfo operation) implements Result {}
}
