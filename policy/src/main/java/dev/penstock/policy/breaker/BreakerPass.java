package dev.penstock.policy.breaker;

import dev.penstock.policy.classify.BreakerEffect;

/**
 * The right to send one call through a circuit breaker, held until the call's end is known. Thread-safe. Closing a pass
 * that was not settled gives it back: nothing was launched, nothing is counted.
 */
public sealed interface BreakerPass extends BreakerAnswer, AutoCloseable permits ClosedPass, Probe {

    /**
     * Reports the call's end. What began under an earlier state of the breaker no longer counts.
     *
     * @param effect what the end says about the provider's health
     */
    void settle(BreakerEffect effect);

    /**
     * Reports the call's end, as {@link #settle(BreakerEffect)} does, at a moment that was read already.
     *
     * @param effect what the end says about the provider's health
     * @param now a reading of the breaker's ticker
     */
    void settle(BreakerEffect effect, long now);

    /** Gives the pass back unless it has been settled. */
    @Override
    void close();

    /**
     * Whether this call decides over the breaker's future.
     *
     * @return true for a probe
     */
    boolean isProbe();
}
