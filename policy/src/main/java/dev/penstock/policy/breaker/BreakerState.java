package dev.penstock.policy.breaker;

import org.jspecify.annotations.Nullable;

/** The state of a circuit breaker. Immutable, but for the counts that a closed one keeps apart. */
sealed interface BreakerState {

    /**
     * Everything passes and is counted.
     *
     * @param pass what the calls of this very state hold; tells them from those of an earlier one
     * @param window what is remembered of them
     */
    record Closed(ClosedPass pass, CallWindow window) implements BreakerState {}

    /**
     * Nothing passes.
     *
     * @param until the ticker's reading from which on a probe may pass
     * @param reopenings how often it has opened again without having been closed
     */
    record Open(long until, int reopenings) implements BreakerState {}

    /**
     * One probe passes.
     *
     * @param successes how many probes have succeeded
     * @param reopenings how often it has opened again without having been closed
     * @param probe the probe under way, null if there is none
     * @param since the ticker's reading at which it began
     */
    record HalfOpen(int successes, int reopenings, @Nullable Probe probe, long since) implements BreakerState {}

    /** What others may know of it. */
    default CircuitBreaker.Status status() {
        return switch (this) {
            case Closed ignored -> CircuitBreaker.Status.CLOSED;
            case Open ignored -> CircuitBreaker.Status.OPEN;
            case HalfOpen ignored -> CircuitBreaker.Status.HALF_OPEN;
        };
    }
}
