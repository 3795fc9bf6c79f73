package dev.penstock.policy.breaker;

import dev.penstock.policy.classify.BreakerEffect;

/** What moves a circuit breaker from one state to the next. */
sealed interface BreakerEvent {

    /**
     * A closed state has seen too many failures.
     *
     * @param pass the pass of that state
     */
    record Tripped(ClosedPass pass) implements BreakerEvent {}

    /**
     * A call asks to probe.
     *
     * @param probe the probe it would be
     */
    record ProbeAsked(Probe probe) implements BreakerEvent {}

    /**
     * A probe has ended, or was given back.
     *
     * @param probe the probe
     * @param effect what its end says
     */
    record ProbeEnded(Probe probe, BreakerEffect effect) implements BreakerEvent {}
}
