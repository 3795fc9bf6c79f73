package dev.penstock.cli.ops;

import dev.penstock.store.OperationRecord;
import dev.penstock.store.WriteResult;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What became of a decision, in words. */
final class OutcomeWords {

    private OutcomeWords() {}

    static String of(WriteResult result) {
        return switch (result) {
            case WriteResult.Committed committed -> committed(committed.record());
            case WriteResult.Exists ignored -> "the key is taken";
            case WriteResult.Refused refusal -> refused(refusal);
            case WriteResult.Fenced fenced ->
                fenced.record() == null
                        ? "it does not exist any more"
                        : "it has moved on meanwhile and is "
                                + fenced.record().state().wireName() + " now; look at it and decide again";
        };
    }

    private static String committed(OperationRecord now) {
        String state = now.state().wireName()
                + (now.ref().generation() > 1 ? ", generation " + now.ref().generation() : "");
        return switch (now.state()) {
            case RECEIVED -> "now " + state + "; a runner at work takes it up, else the next 'penstock run' does";
            case CLAIMED, DISPATCHING, RETRY_SCHEDULED ->
                "cancellation requested; it is " + state + ", and what was sent may still be billed";
            case CANCELLED_BEFORE_DISPATCH ->
                now.attempts().sent() == 0 ? "cancelled; nothing was sent" : "cancelled before its next attempt";
            case SUCCEEDED, FAILED_PERMANENT, DEAD_LETTER, UNKNOWN_OUTCOME -> "now " + state;
        };
    }

    private static String refused(WriteResult.Refused refusal) {
        OperationRecord now = refusal.record();
        String state = now == null ? "gone" : now.state().wireName();
        return switch (refusal.why()) {
            case CANCEL_REQUESTED -> "refused: a cancellation was asked for";
            case TOO_LATE -> "refused: too little of its deadline is left";
            case NOT_REOPENABLE ->
                "refused: it cannot be reopened, because an attempt may have been processed; use rerun";
            case STILL_RUNNING ->
                "refused: the old attempt may still run" + until(now)
                        + "; wait, or accept a possible duplicate with --accept-duplicates";
            case NOT_POSSIBLE -> "refused: that cannot be decided while it is " + state;
            case NO_RESULT -> "refused: no answer is kept; give one with --result FILE";
            case LOW_DISK -> "refused: too little disk is free";
            case UNCONFIRMED_COPY ->
                "refused: this store is a restored copy; confirm it with 'penstock ops backup --confirm-copy'";
            case EXPIRED -> "refused: its request was pruned or erased and cannot be sent again";
        };
    }

    private static String until(@Nullable OperationRecord now) {
        return now == null || now.times().attemptEndsBy().isEmpty()
                ? ""
                : " until " + Instant.ofEpochMilli(now.times().attemptEndsBy().getAsLong());
    }
}
