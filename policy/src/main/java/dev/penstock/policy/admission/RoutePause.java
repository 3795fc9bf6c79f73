package dev.penstock.policy.admission;

import dev.penstock.policy.attempt.Verdict;
import java.time.Instant;

/** Whether dispatch within one {@link PauseScope} is stopped (design 6). An immutable value. */
public sealed interface RoutePause {

    /** Nothing is known against it. */
    record Open() implements RoutePause {}

    /**
     * Stopped until it is resumed, the credential changes, or a probe gets through.
     *
     * @param what what has to be repaired
     * @param since when it was stopped
     * @param nextProbeAt the tick from which one waiting operation may try
     * @param cause the credential that was told so
     */
    record Paused(Verdict.Stop.What what, Instant since, long nextProbeAt, RouteCredential cause)
            implements RoutePause {

        /** Whether this is the credential that was told so, repaired since. */
        boolean isRepairedBy(RouteCredential route) {
            return route.credential().equals(cause.credential())
                    && !route.digest().equals(cause.digest());
        }

        /** Whether it is the same stop, whatever probes came after it. */
        boolean isSameStopAs(Paused other) {
            return what == other.what && since.equals(other.since);
        }

        Paused withNextProbeAt(long tick) {
            return new Paused(what, since, tick, cause);
        }
    }
}
