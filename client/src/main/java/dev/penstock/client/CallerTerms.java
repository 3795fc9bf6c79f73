package dev.penstock.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What concerns one caller of an operation and changes nothing for the others. Immutable.
 *
 * @param answerDeadline how long this caller waits for its answer; null for the operation's deadline; positive
 * @param onDeadline what happens when that is over
 * @param repeatedBy who makes the call
 */
public record CallerTerms(@Nullable Duration answerDeadline, OnDeadline onDeadline, RepeatedBy repeatedBy) {

    /** A caller who waits until the operation's deadline. */
    public static final CallerTerms DEFAULT = new CallerTerms(null, OnDeadline.FAIL, RepeatedBy.CALLER);

    /** Checks the number. */
    public CallerTerms {
        if (answerDeadline != null && (answerDeadline.isNegative() || answerDeadline.isZero())) {
            throw new IllegalArgumentException("answer deadline must be positive, was " + answerDeadline);
        }
    }
}
