package dev.penstock.http;

import dev.penstock.time.Deadline;
import java.time.Duration;

/**
 * Everything of ours that may end an exchange (R-DEADLINE-6). Immutable.
 *
 * @param deadline the operation's deadline, ends it as DEADLINE
 * @param attemptEnd the attempt's cap, ends it as ATTEMPT_CAP if it comes before the deadline
 * @param phases limits on connecting and uploading
 * @param clocks limits on silence
 * @param maxBody the most bytes of body, decoded; more ends it as TOO_LARGE
 */
public record ExchangeLimits(Deadline deadline, Deadline attemptEnd, Phases phases, StreamClocks clocks, long maxBody) {

    /** The default cap on a body, decoded: 64 MiB. */
    public static final long DEFAULT_MAX_BODY = 64L << 20;

    /** Checks that the cap is positive. */
    public ExchangeLimits {
        Checks.positive(maxBody, "max body");
    }

    /**
     * The defaults of design 5 under a deadline: no attempt cap of its own, clocks off.
     *
     * @param deadline the operation's deadline
     * @return the limits
     */
    public static ExchangeLimits until(Deadline deadline) {
        return new ExchangeLimits(deadline, deadline, Phases.defaults(), StreamClocks.off(), DEFAULT_MAX_BODY);
    }

    /**
     * The same limits with a cap on the attempt.
     *
     * @param end when the attempt ends at the latest
     * @return a copy
     */
    public ExchangeLimits withAttemptEnd(Deadline end) {
        return new ExchangeLimits(deadline, end, phases, clocks, maxBody);
    }

    /**
     * The same limits with other limits on connecting and uploading.
     *
     * @param other the phases
     * @return a copy
     */
    public ExchangeLimits withPhases(Phases other) {
        return new ExchangeLimits(deadline, attemptEnd, other, clocks, maxBody);
    }

    /**
     * The same limits with other clocks.
     *
     * @param other the clocks
     * @return a copy
     */
    public ExchangeLimits withClocks(StreamClocks other) {
        return new ExchangeLimits(deadline, attemptEnd, phases, other, maxBody);
    }

    /**
     * The same limits with another cap on the body.
     *
     * @param bytes the most bytes, decoded
     * @return a copy
     */
    public ExchangeLimits withMaxBody(long bytes) {
        return new ExchangeLimits(deadline, attemptEnd, phases, clocks, bytes);
    }

    /**
     * Limits on the phases before the response.
     *
     * @param connect from the name look-up to the end of the TLS handshake; positive, 10 s by default
     * @param uploadIdle the longest time in which no part of the request leaves; positive, 30 s by default
     */
    public record Phases(Duration connect, Duration uploadIdle) {

        /** Checks that both are positive. */
        public Phases {
            Checks.positive(connect, "connect");
            Checks.positive(uploadIdle, "upload idle");
        }

        /**
         * The defaults of design 5.
         *
         * @return 10 s and 30 s
         */
        public static Phases defaults() {
            return new Phases(Duration.ofSeconds(10), Duration.ofSeconds(30));
        }
    }
}
