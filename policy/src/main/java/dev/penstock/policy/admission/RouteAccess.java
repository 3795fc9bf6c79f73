package dev.penstock.policy.admission;

import dev.penstock.policy.attempt.Verdict;
import java.time.Duration;
import java.time.Instant;

/** What {@link RoutePauses} answers to somebody who wants to send. */
public sealed interface RouteAccess permits RouteAccess.Clear, RouteAccess.Barred, RouteProbe {

    /** Nothing is paused. */
    record Clear() implements RouteAccess {}

    /**
     * Paused: background work waits, attached work ends (design 5).
     *
     * @param what what has to be repaired
     * @param since when it was stopped
     * @param nextProbe how long until one operation may try
     */
    record Barred(Verdict.Stop.What what, Instant since, Duration nextProbe) implements RouteAccess {}
}
