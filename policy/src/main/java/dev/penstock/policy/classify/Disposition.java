package dev.penstock.policy.classify;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import org.jspecify.annotations.Nullable;

/**
 * Where an attempt leaves its operation.
 *
 * @param state the state
 * @param reason what ended it or holds it there; null for a retry that waits for nothing but its time
 */
public record Disposition(OperationState state, @Nullable EndReason reason) {

    /** To be tried again, for no reason but the attempt's own end. */
    public static final Disposition RETRY = new Disposition(OperationState.RETRY_SCHEDULED, null);

    /**
     * A dead letter.
     *
     * @param reason the limit that ended it
     * @return the disposition
     */
    public static Disposition deadLetter(EndReason reason) {
        return new Disposition(OperationState.DEAD_LETTER, reason);
    }

    /**
     * An unknown outcome.
     *
     * @param reason what left it open
     * @return the disposition
     */
    public static Disposition unknown(EndReason reason) {
        return new Disposition(OperationState.UNKNOWN_OUTCOME, reason);
    }

    /** As records and the printed table write it: {@code dead_letter(deadline)}. */
    @Override
    public String toString() {
        return reason == null ? state.wireName() : state.wireName() + "(" + reason.wireName() + ")";
    }
}
