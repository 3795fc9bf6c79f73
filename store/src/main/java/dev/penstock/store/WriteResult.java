package dev.penstock.store;

import org.jspecify.annotations.Nullable;

/** What became of a write. Every refusal brings the record as it stands now, so that the writer need not read again. */
public sealed interface WriteResult {

    /**
     * It is durable.
     *
     * @param record the generation after it; for a new generation, that one
     */
    record Committed(OperationRecord record) implements WriteResult {}

    /**
     * The key is taken. Whether the request is the same was decided with the reservation (R-OP-3).
     *
     * @param record the newest generation
     * @param match how the fingerprints compare
     */
    record Exists(OperationRecord record, FingerprintMatch match) implements WriteResult {}

    /**
     * The generation is where it was expected, and a condition of the write does not hold.
     *
     * @param why which one
     * @param record the generation as it stands; null if there is none, as when {@link OperationWrite.Accept} or {@link
     *     OperationWrite.Reserve} is refused
     */
    record Refused(Why why, @Nullable OperationRecord record) implements WriteResult {}

    /**
     * The generation is not where it was expected: somebody else has written it.
     *
     * @param record the generation as it stands, null if there is none
     */
    record Fenced(@Nullable OperationRecord record) implements WriteResult {}

    /** How a request compares with the one a record was made for. */
    enum FingerprintMatch {
        /** The same. */
        SAME,
        /** Another request. */
        DIFFERENT,
        /**
         * The two were made with different keys or forms. Whoever has the record's key and form makes the request's
         * fingerprint again and compares; whoever lacks them neither replays nor resends.
         */
        UNVERIFIABLE
    }

    /** Why a write was refused. */
    enum Why {
        /** A cancel was requested. */
        CANCEL_REQUESTED,
        /** Too little of the deadline is left. */
        TOO_LATE,
        /** The dead letter is not reopenable. */
        NOT_REOPENABLE,
        /** The old attempt may still run, and duplicates were not accepted. */
        STILL_RUNNING,
        /** The decision is not possible in this state. */
        NOT_POSSIBLE,
        /** There is no answer that could be taken. */
        NO_RESULT,
        /** The request's body was pruned or erased: it cannot be sent again. */
        EXPIRED,
        /** Little disk is left, and new intents stop first. */
        LOW_DISK,
        /** A restored copy: its open work has to be confirmed first. */
        UNCONFIRMED_COPY
    }
}
