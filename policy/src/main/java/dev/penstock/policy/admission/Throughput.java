package dev.penstock.policy.admission;

import java.time.Duration;

/**
 * What the past says about how fast permits come back: the rate of releases over the last ten to twenty seconds, and the
 * mean time for which a permit is charged. Not thread-safe.
 */
final class Throughput {

    private static final long WINDOW = Duration.ofSeconds(10).toNanos();
    private static final double WEIGHT = 1.0 / 16;

    private long windowStart;
    private int inWindow;
    private int inLastWindow;
    private double meanService;
    private boolean known;

    Throughput(long now) {
        this.windowStart = now;
    }

    /** Counts a permit that came back after so many nanoseconds. */
    void returned(long serviceNanos, long now) {
        roll(now);
        inWindow++;
        meanService = known ? meanService + WEIGHT * (serviceNanos - meanService) : serviceNanos;
        known = true;
    }

    /** Permits per nanosecond that are to be expected under a limit; infinite while nothing was observed. */
    double permitsPerNano(int limit, long now) {
        if (!known) {
            return Double.POSITIVE_INFINITY;
        }
        roll(now);
        double fresh = (double) (now - windowStart) / WINDOW;
        double observed = (inLastWindow * (1 - fresh) + inWindow) / WINDOW;
        double possible = limit / Math.max(1, meanService);
        return Math.max(observed, possible);
    }

    private void roll(long now) {
        long elapsed = now - windowStart;
        if (elapsed < WINDOW) {
            return;
        }
        inLastWindow = elapsed < 2 * WINDOW ? inWindow : 0;
        inWindow = 0;
        windowStart = now - elapsed % WINDOW;
    }
}
