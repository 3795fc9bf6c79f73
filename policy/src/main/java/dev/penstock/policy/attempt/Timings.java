package dev.penstock.policy.attempt;

import java.time.Duration;
import java.util.Optional;

/**
 * When the steps of one send happened, in nanoseconds since the attempt began; {@link #NEVER} for a step that did not
 * happen. First byte and first output are kept apart (R-STREAM-6).
 *
 * @param connected when a connection was at hand
 * @param requestComplete when the last byte of the request was handed over
 * @param responseStarted when the response's head arrived
 * @param firstOutput when the first content, reasoning, refusal or tool-call fragment arrived
 * @param ended when the exchange was over
 */
public record Timings(long connected, long requestComplete, long responseStarted, long firstOutput, long ended) {

    /** Marks a step that did not happen. */
    public static final long NEVER = -1;

    /** A send of which no step happened. */
    public static final Timings NONE = new Timings(NEVER, NEVER, NEVER, NEVER, NEVER);

    /**
     * A step as a duration.
     *
     * @param nanos one of the components
     * @return the duration, empty for {@link #NEVER}
     */
    public static Optional<Duration> asDuration(long nanos) {
        return nanos == NEVER ? Optional.empty() : Optional.of(Duration.ofNanos(nanos));
    }

    /**
     * The same timings with the moment of the first output.
     *
     * @param nanos nanoseconds since the attempt began, or {@link #NEVER}
     * @return a copy
     */
    public Timings withFirstOutput(long nanos) {
        return new Timings(connected, requestComplete, responseStarted, nanos, ended);
    }
}
