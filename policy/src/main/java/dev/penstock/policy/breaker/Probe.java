package dev.penstock.policy.breaker;

import dev.penstock.policy.classify.BreakerEffect;

/**
 * The one call that a half-open breaker lets through. It settles once: its identity stands in the breaker's state, and
 * leaves it with the first end that is reported. An end that says nothing gives it back, for the next call to probe.
 */
final class Probe implements BreakerPass {

    private final CircuitBreaker breaker;

    Probe(CircuitBreaker breaker) {
        this.breaker = breaker;
    }

    @Override
    public void settle(BreakerEffect effect) {
        breaker.apply(new BreakerEvent.ProbeEnded(this, effect));
    }

    @Override
    public void settle(BreakerEffect effect, long now) {
        settle(effect);
    }

    @Override
    public void close() {
        settle(BreakerEffect.NEUTRAL);
    }

    @Override
    public boolean isProbe() {
        return true;
    }
}
