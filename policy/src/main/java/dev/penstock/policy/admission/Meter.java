package dev.penstock.policy.admission;

import java.time.Duration;

/**
 * Spaces units evenly over time, so that no minute carries more than its rate: what is taken pushes the next taking away
 * by its own cost. It saves up nothing; one taking larger than what is free goes first and is paid off afterwards.
 *
 * <p>When the provider says that the rate was too high it is lowered, ×0.7 and at most once a minute, as the provider's
 * own count is per minute; every minute without that gives a tenth of the configured rate back. Not thread-safe.
 */
final class Meter {

    private static final long MINUTE = Duration.ofMinutes(1).toNanos();
    private static final double DECREASE = 0.7;
    private static final double INCREASE = 0.1;

    private final double configured;
    private double perMinute;
    private long loweredAt;
    private long recoveredAt;
    private long nextAt;

    Meter(long perMinute, long now) {
        this.configured = perMinute;
        this.perMinute = perMinute;
        this.loweredAt = now - MINUTE;
        this.recoveredAt = now;
        this.nextAt = now;
    }

    /** Nanoseconds until something may be taken; zero or less means now. */
    long waitNanos(long now) {
        return nextAt - now;
    }

    void take(long units, long now) {
        recover(now);
        long start = nextAt - now > 0 ? nextAt : now;
        nextAt = start + (long) Math.ceil(units * (MINUTE / perMinute));
    }

    void lower(long now) {
        recover(now);
        if (now - loweredAt >= MINUTE) {
            perMinute = Math.max(1, perMinute * DECREASE);
            loweredAt = now;
            recoveredAt = now;
        }
    }

    double perNano(long now) {
        recover(now);
        return perMinute / MINUTE;
    }

    private void recover(long now) {
        long minutes = (now - recoveredAt) / MINUTE;
        if (perMinute < configured && minutes > 0) {
            perMinute = Math.min(configured, perMinute + minutes * INCREASE * configured);
            recoveredAt += minutes * MINUTE;
        }
    }
}
