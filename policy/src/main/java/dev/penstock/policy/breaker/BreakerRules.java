package dev.penstock.policy.breaker;

import dev.penstock.policy.breaker.BreakerState.Closed;
import dev.penstock.policy.breaker.BreakerState.HalfOpen;
import dev.penstock.policy.breaker.BreakerState.Open;
import java.util.random.RandomGenerator;

/**
 * The transitions of a circuit breaker, as one function of state, event and time. An event that does not concern a state
 * leaves that very object.
 *
 * @param breaker whose passes are handed out
 * @param settings how it behaves
 * @param random the source of jitter
 */
record BreakerRules(CircuitBreaker breaker, BreakerSettings settings, RandomGenerator random) {

    Closed closed(long now) {
        return new Closed(new ClosedPass(breaker), new CallWindow(settings.opening(), now));
    }

    BreakerState next(BreakerState state, BreakerEvent event, long now) {
        return switch (event) {
            case BreakerEvent.Tripped tripped -> afterTrip(state, tripped.pass(), now);
            case BreakerEvent.ProbeAsked asked -> afterAsking(state, asked.probe(), now);
            case BreakerEvent.ProbeEnded ended -> afterProbe(state, ended, now);
        };
    }

    /** When asking again makes sense: once it may open, or when a probe under way has probably ended. */
    long comeBackNanos(BreakerState state, long now) {
        long untilProbe = untilProbe(state, now);
        return state instanceof HalfOpen
                ? Math.min(untilProbe, settings.openBase().toNanos())
                : untilProbe;
    }

    /** How long until a probe may pass; zero or negative if one may. */
    private long untilProbe(BreakerState state, long now) {
        return switch (state) {
            case Closed ignored -> 0;
            case Open open -> open.until() - now;
            case HalfOpen halfOpen ->
                halfOpen.probe() == null
                        ? 0
                        : halfOpen.since() + settings.probePatience().toNanos() - now;
        };
    }

    private BreakerState afterTrip(BreakerState state, ClosedPass pass, long now) {
        return state instanceof Closed closed && closed.pass() == pass ? open(0, now) : state;
    }

    private BreakerState afterAsking(BreakerState state, Probe probe, long now) {
        if (untilProbe(state, now) > 0) {
            return state;
        }
        return switch (state) {
            case Closed closed -> closed;
            case Open open -> new HalfOpen(0, open.reopenings(), probe, now);
            case HalfOpen halfOpen -> new HalfOpen(halfOpen.successes(), halfOpen.reopenings(), probe, now);
        };
    }

    private BreakerState afterProbe(BreakerState state, BreakerEvent.ProbeEnded ended, long now) {
        if (!(state instanceof HalfOpen halfOpen) || halfOpen.probe() != ended.probe()) {
            return state;
        }
        return switch (ended.effect()) {
            case SUCCESS ->
                halfOpen.successes() + 1 >= settings.successesToClose()
                        ? closed(now)
                        : new HalfOpen(halfOpen.successes() + 1, halfOpen.reopenings(), null, now);
            case FAILURE -> open(halfOpen.reopenings() + 1, now);
            case NEUTRAL -> new HalfOpen(halfOpen.successes(), halfOpen.reopenings(), null, now);
        };
    }

    private Open open(int reopenings, long now) {
        return new Open(now + settings.openNanos(reopenings, random), reopenings);
    }
}
