package dev.penstock.policy.breaker;

import dev.penstock.policy.classify.BreakerEffect;

/**
 * The pass of a closed breaker. It holds nothing, so all calls of one closed state share it, and each settles it once.
 */
final class ClosedPass implements BreakerPass {

    private final CircuitBreaker breaker;

    ClosedPass(CircuitBreaker breaker) {
        this.breaker = breaker;
    }

    @Override
    public void settle(BreakerEffect effect) {
        settle(effect, breaker.now());
    }

    @Override
    public void settle(BreakerEffect effect, long now) {
        switch (effect) {
            case SUCCESS -> breaker.recordClosed(this, /* failure= */ false, now);
            case FAILURE -> breaker.recordClosed(this, /* failure= */ true, now);
            case NEUTRAL -> {}
        }
    }

    @Override
    public void close() {}

    @Override
    public boolean isProbe() {
        return false;
    }
}
