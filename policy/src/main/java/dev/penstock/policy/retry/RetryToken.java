package dev.penstock.policy.retry;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The right to launch one retry. It settles once: it is spent when the retry is launched, or given back if nothing was.
 * Thread-safe; of several threads that settle it, one succeeds.
 */
public final class RetryToken implements TokenOutcome, AutoCloseable {

    private final Runnable putBack;
    private final AtomicBoolean settled = new AtomicBoolean();

    RetryToken(Runnable putBack) {
        this.putBack = putBack;
    }

    /**
     * The retry is launched: the token is gone.
     *
     * @return true if this call settled it
     */
    public boolean spend() {
        return settled.compareAndSet(false, true);
    }

    /**
     * Nothing was launched: the token goes back.
     *
     * @return true if this call settled it
     */
    public boolean giveBack() {
        boolean mine = settled.compareAndSet(false, true);
        if (mine) {
            putBack.run();
        }
        return mine;
    }

    /** Gives the token back unless it has been settled. */
    @Override
    public void close() {
        giveBack();
    }
}
