package dev.penstock.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What concerns one caller of an operation and changes nothing for the others. Immutable.
 *
 * @param answerDeadline how long this caller waits for its answer; null for the operation's deadline; positive
 * @param onDeadline what happens when that is over
 * @param repeatedBy who makes the call
 * @param longest the longest an operation that this caller begins may take, however it is run; null for no ceiling
 * @param traceParent where the call belongs in its caller's trace; null for nowhere. It goes out with the attempts of the
 *     call that begins the operation, and is not kept: work taken up from the ledger has none
 * @param variant which half of a trial the call is counted in; not kept: work taken up from the ledger is in none
 */
public record CallerTerms(
        @Nullable Duration answerDeadline,
        OnDeadline onDeadline,
        RepeatedBy repeatedBy,
        @Nullable Duration longest,
        @Nullable TraceParent traceParent,
        Variant variant) {

    /** A caller who waits until the operation's deadline. */
    public static final CallerTerms DEFAULT =
            new CallerTerms(null, OnDeadline.FAIL, RepeatedBy.CALLER, null, null, Variant.NONE);

    /** Checks the number. */
    public CallerTerms {
        if (answerDeadline != null && (answerDeadline.isNegative() || answerDeadline.isZero())) {
            throw new IllegalArgumentException("answer deadline must be positive, was " + answerDeadline);
        }
        if (longest != null && !longest.isPositive()) {
            throw new IllegalArgumentException("the longest an operation may take must be positive, was " + longest);
        }
    }

    CallerTerms withAnswerDeadline(Duration value) {
        return new CallerTerms(value, onDeadline, repeatedBy, longest, traceParent, variant);
    }

    CallerTerms withOnDeadline(OnDeadline value) {
        return new CallerTerms(answerDeadline, value, repeatedBy, longest, traceParent, variant);
    }

    CallerTerms withRepeatedBy(RepeatedBy value) {
        return new CallerTerms(answerDeadline, onDeadline, value, longest, traceParent, variant);
    }

    CallerTerms withLongest(Duration value) {
        return new CallerTerms(answerDeadline, onDeadline, repeatedBy, value, traceParent, variant);
    }

    CallerTerms withTraceParent(@Nullable TraceParent value) {
        return new CallerTerms(answerDeadline, onDeadline, repeatedBy, longest, value, variant);
    }

    CallerTerms withVariant(Variant value) {
        return new CallerTerms(answerDeadline, onDeadline, repeatedBy, longest, traceParent, value);
    }

    /** A span under the ceiling. */
    Duration capped(Duration span) {
        return longest == null || span.compareTo(longest) <= 0 ? span : longest;
    }
}
