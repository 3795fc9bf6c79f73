package dev.penstock.store;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One generation as it stands in the ledger (R-OP-1). A snapshot: immutable.
 *
 * @param ref which generation
 * @param key the owner's name for the operation
 * @param batch the batch it belongs to, null if to none
 * @param fingerprint what its request amounts to
 * @param settings how it is run
 * @param state where it is
 * @param reason what ended it or what it waits for; null while it is claimed or dispatching
 * @param epoch the fencing token
 * @param attempts what was tried
 * @param times when things happened
 * @param flags what is to be said beside a success
 * @param lastError the class of the last error, as "transient(server)"; null if none
 * @param usage the sum over its attempts, a lower bound where {@link AttemptCounts#ambiguous()} is not zero
 * @param lease who holds it; null if nobody does
 */
public record OperationRecord(
        GenerationRef ref,
        IdempotencyKey key,
        @Nullable String batch,
        StoredFingerprint fingerprint,
        OperationDraft.OperationSettings settings,
        OperationState state,
        @Nullable EndReason reason,
        long epoch,
        AttemptCounts attempts,
        Times times,
        List<String> flags,
        @Nullable String lastError,
        UsageSummary usage,
        @Nullable Lease lease) {

    /** Copies the flags. */
    public OperationRecord {
        flags = List.copyOf(flags);
    }

    /**
     * What a conditional write on this snapshot expects.
     *
     * @return its version
     */
    public Version version() {
        return new Version(ref, state, epoch);
    }

    /**
     * Attempts by what they mean.
     *
     * @param started how many were started
     * @param charged how many count against the maximum
     * @param sent how many are not NOT_SENT
     * @param ambiguous how many are AMBIGUOUS, the one under way not counted; one more where the ledger may lack an attempt,
     *     since it was restored or its server was replaced while the generation was open
     * @param notReopenable how many forbid reopening
     */
    public record AttemptCounts(int started, int charged, int sent, int ambiguous, int notReopenable) {}

    /**
     * Moments in UTC epoch milliseconds on the store's clock; empty for what has not happened.
     *
     * @param readAt when this snapshot was read
     * @param receivedAt when the operation was accepted
     * @param deadlineAt when it has to have ended
     * @param dispatchStartedAt the last intent
     * @param responseCompletedAt the last attempt's end
     * @param resultCommittedAt when it was settled
     * @param cancelRequestedAt when a cancel was asked for
     * @param retryAvailableAt the earliest next attempt
     * @param attemptEndsBy when every attempt so far has ended for certain
     */
    public record Times(
            long readAt,
            long receivedAt,
            long deadlineAt,
            OptionalLong dispatchStartedAt,
            OptionalLong responseCompletedAt,
            OptionalLong resultCommittedAt,
            OptionalLong cancelRequestedAt,
            OptionalLong retryAvailableAt,
            OptionalLong attemptEndsBy) {

        /**
         * How much of the deadline was left when this was read; whoever loads a record takes it once and counts on
         * monotonically (R-DEADLINE-2).
         *
         * @return milliseconds, never negative
         */
        public long remainingMillis() {
            return Math.max(0, deadlineAt - readAt);
        }
    }

    /**
     * Who may write a generation now.
     *
     * @param worker the holder
     * @param expiresAt epoch milliseconds on the store's clock
     */
    public record Lease(WorkerId worker, long expiresAt) {}
}
