package dev.penstock.store;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One conditional write. Each is one transaction of its own, however many share a commit, and each carries a write id so
 * that an uncertain commit can be told from one that never happened (design 8, "Writes").
 */
public sealed interface OperationWrite {

    /**
     * The write's own id.
     *
     * @return the id
     */
    WriteId writeId();

    /**
     * Takes an operation in: nothing → received. Refused as {@link WriteResult.Exists} if the key is taken.
     *
     * @param writeId the write's id
     * @param draft the operation
     * @param holder in whose process the caller waits: nobody else takes it, and it is abandoned with that process;
     *     null if anybody may take it (background)
     */
    record Accept(
            WriteId writeId, OperationDraft draft, @Nullable WorkerId holder) implements OperationWrite {
        /**
         * Takes in an operation that anybody may take.
         *
         * @param writeId the write's id
         * @param draft the operation
         */
        public Accept(WriteId writeId, OperationDraft draft) {
            this(writeId, draft, null);
        }
    }

    /**
     * Takes an operation in and commits its first intent: nothing → received → claimed → dispatching, in one commit.
     *
     * @param writeId the write's id
     * @param draft the operation
     * @param worker who sends
     * @param intent what is sent
     */
    record Reserve(WriteId writeId, OperationDraft draft, WorkerId worker, AttemptIntent intent)
            implements OperationWrite {}

    /**
     * Claims a generation: received or retry_scheduled → claimed, epoch + 1.
     *
     * @param writeId the write's id
     * @param expected received or retry_scheduled
     * @param worker who claims it
     */
    record Claim(WriteId writeId, Version expected, WorkerId worker) implements OperationWrite {}

    /**
     * Commits an intent: claimed → dispatching with the same epoch; or received or retry_scheduled → claimed →
     * dispatching with the epoch + 1. Refused if a cancel was requested or too little time is left.
     *
     * @param writeId the write's id
     * @param expected claimed, received or retry_scheduled
     * @param worker who sends
     * @param intent what is sent
     */
    record Intend(WriteId writeId, Version expected, WorkerId worker, AttemptIntent intent) implements OperationWrite {}

    /**
     * Commits how an attempt ended: dispatching → what comes next. If it is fenced, what it brings is treated as {@link
     * LateEvidence}: the fenced result's record says whether that moved the generation.
     *
     * @param writeId the write's id
     * @param expected dispatching
     * @param outcome how the attempt ended
     * @param next where the generation goes
     * @param bodies result, partial or error
     * @param delivered how the caller that waits for it is served, recorded in the same commit; null if nobody waits
     */
    record Settle(
            WriteId writeId,
            Version expected,
            AttemptOutcome outcome,
            Next next,
            List<StoredBody> bodies,
            @Nullable DeliveryKind delivered)
            implements OperationWrite {
        /** Copies the list. */
        public Settle {
            bodies = List.copyOf(bodies);
        }

        /**
         * An outcome that nobody waits for.
         *
         * @param writeId the write's id
         * @param expected dispatching
         * @param outcome how the attempt ended
         * @param next where the generation goes
         * @param bodies result, partial or error
         */
        public Settle(WriteId writeId, Version expected, AttemptOutcome outcome, Next next, List<StoredBody> bodies) {
            this(writeId, expected, outcome, next, bodies, null);
        }
    }

    /**
     * Ends a generation without a send: received, claimed or retry_scheduled → a settled state. With an ambiguous
     * attempt that state is unknown_outcome and no other; without one it never is.
     *
     * @param writeId the write's id
     * @param expected where it stands
     * @param state the settled state
     * @param reason what ended it
     */
    record End(WriteId writeId, Version expected, OperationState state, EndReason reason) implements OperationWrite {}

    /**
     * Gives a claimed generation back: claimed → received. Not possible with an ambiguous attempt: such a generation is
     * continued by the process that saw it, or ends as unknown_outcome.
     *
     * @param writeId the write's id
     * @param expected claimed
     * @param after how long nobody is to take it up again; zero for at once. A time that was set before holds as well
     * @param reason what it waits for beside its time: STOPPED for a paused route, whose end makes it due; null for
     *     nothing else
     */
    record Release(
            WriteId writeId,
            Version expected,
            Duration after,
            @Nullable EndReason reason) implements OperationWrite {

        /**
         * Gives it back for whoever comes next.
         *
         * @param writeId the write's id
         * @param expected claimed
         */
        public Release(WriteId writeId, Version expected) {
            this(writeId, expected, Duration.ZERO);
        }

        /**
         * Gives it back for later.
         *
         * @param writeId the write's id
         * @param expected claimed
         * @param after how long nobody is to take it up again
         */
        public Release(WriteId writeId, Version expected, Duration after) {
            this(writeId, expected, after, null);
        }
    }

    /**
     * Asks for cancellation. Where nobody holds the generation (received, retry_scheduled) it is cancelled with this
     * very write, or becomes unknown_outcome if an attempt was ambiguous; else the wish is recorded, and the next intent
     * is refused.
     *
     * @param writeId the write's id
     * @param ref the generation
     * @param author who asks
     * @param why the author's words, kept beside the wish; "" for none
     */
    record RequestCancel(WriteId writeId, GenerationRef ref, String author, String why) implements OperationWrite {}

    /**
     * Carries out a decision, if the generation still is where the decider saw it.
     *
     * @param writeId the write's id
     * @param expected where it stood
     * @param decision what was decided
     * @param holder in whose process a caller waits for what is now received; null if nobody does
     */
    record Decide(
            WriteId writeId,
            Version expected,
            Decision decision,
            @Nullable WorkerId holder) implements OperationWrite {
        /**
         * A decision that nobody waits for.
         *
         * @param writeId the write's id
         * @param expected where it stood
         * @param decision what was decided
         */
        public Decide(WriteId writeId, Version expected, Decision decision) {
            this(writeId, expected, decision, null);
        }
    }

    /**
     * Reports what became of an attempt after its generation was fenced or given up. If the generation is in
     * unknown_outcome, that attempt is its last and no decision exists, it moves to {@code next}; else the report is
     * kept as evidence and changes nothing.
     *
     * @param writeId the write's id
     * @param ref the generation
     * @param attempt the attempt's number
     * @param outcome how it ended
     * @param next where it would go
     * @param bodies what it brought
     */
    record LateEvidence(
            WriteId writeId, GenerationRef ref, int attempt, AttemptOutcome outcome, Next next, List<StoredBody> bodies)
            implements OperationWrite {
        /** Copies the list. */
        public LateEvidence {
            bodies = List.copyOf(bodies);
        }
    }

    /**
     * Records that a caller was answered, or was not (R-OP-1, R-OBS-1).
     *
     * @param writeId the write's id
     * @param ref the generation
     * @param kind how the delivery ended
     * @param note anything to be said beside it, null for nothing
     */
    record Deliver(
            WriteId writeId,
            GenerationRef ref,
            DeliveryKind kind,
            @Nullable String note) implements OperationWrite {}

    /** How one caller was served. */
    enum DeliveryKind {
        /** Got the answer of the attempt that it waited for. */
        ANSWERED,
        /** Got the stored answer. */
        REPLAYED,
        /** Got the answer of somebody else's attempt. */
        JOINED,
        /** Left before there was an answer. */
        LEFT,
        /** Its result was written to a batch's output. */
        EXPORTED
    }
}
