package dev.penstock.policy.breaker;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What a closed breaker remembers of its calls. Two parts: the one that fills, and the one before it, of which as much is
 * counted as the first one lacks of a whole window. A part ends with the window's calls or half its span, so what is
 * looked at is the window and not a smaller sample of it, which chance would open far more often (a provider that fails
 * three times in ten, within minutes). Failures in a row are counted apart and outlive the parts.
 *
 * <p>Everything is one {@code long}, so that recording a call is one exchange and leaves no garbage. Thread-safe and
 * lock-free.
 */
final class CallWindow {

    private static final int CALLS_BITS = 7;
    private static final int MASK = (1 << CALLS_BITS) - 1;
    private static final int MAX_CONSECUTIVE = 15;
    private static final int GRAINS = 1024;

    private final OpeningCondition condition;
    private final int windowCalls;
    private final int halfGrains;
    private final long grain;
    private final long origin;
    private final AtomicLong counts = new AtomicLong();

    CallWindow(OpeningCondition condition, long now) {
        this.condition = condition;
        this.windowCalls = condition.windowCalls();
        long halfSpan = condition.windowSpan().toNanos() / 2;
        this.grain = Math.max(1, halfSpan / GRAINS);
        this.halfGrains = (int) (halfSpan / grain);
        this.origin = now;
    }

    /**
     * Counts a call.
     *
     * @param failure whether it failed
     * @param now the ticker's reading
     * @return whether that opens the breaker
     */
    boolean record(boolean failure, long now) {
        while (true) {
            long before = counts.get();
            long after = next(before, failure, now);
            if (counts.compareAndSet(before, after)) {
                return opens(after);
            }
        }
    }

    /** The counts after one more call. */
    long next(long packed, boolean failure, long now) {
        return counted(aged(packed, (int) ((now - origin) / grain)), failure);
    }

    private long aged(long packed, int grains) {
        int age = grains - started(packed);
        if (age >= 2 * halfGrains) {
            return pack(grains, 0, 0, 0, 0, consecutive(packed));
        }
        if (age >= halfGrains || calls(packed) >= windowCalls) {
            return pack(grains, 0, 0, calls(packed), failures(packed), consecutive(packed));
        }
        return packed;
    }

    private static long counted(long packed, boolean failure) {
        int inARow = failure ? Math.min(MAX_CONSECUTIVE, consecutive(packed) + 1) : 0;
        return pack(
                started(packed),
                calls(packed) + 1,
                failures(packed) + (failure ? 1 : 0),
                callsBefore(packed),
                failuresBefore(packed),
                inARow);
    }

    /** Whether these counts open the breaker. */
    boolean opens(long packed) {
        // In parts of a window, so that no fraction is lost.
        int lacking = windowCalls - calls(packed);
        int calls = windowCalls * calls(packed) + lacking * callsBefore(packed);
        int failures = windowCalls * failures(packed) + lacking * failuresBefore(packed);
        if (calls < windowCalls * condition.minimumCalls()) {
            return consecutive(packed) >= condition.consecutiveFailures();
        }
        return failures * 100 >= condition.failurePercent() * calls;
    }

    private static long pack(int started, int calls, int failures, int callsBefore, int failuresBefore, int inARow) {
        long counts = calls;
        counts = counts << CALLS_BITS | failures;
        counts = counts << CALLS_BITS | callsBefore;
        counts = counts << CALLS_BITS | failuresBefore;
        counts = counts << 4 | inARow;
        return (long) started << Integer.SIZE | counts;
    }

    private static int started(long packed) {
        return (int) (packed >> Integer.SIZE);
    }

    private static int calls(long packed) {
        return (int) (packed >> (4 + 3 * CALLS_BITS)) & MASK;
    }

    private static int failures(long packed) {
        return (int) (packed >> (4 + 2 * CALLS_BITS)) & MASK;
    }

    private static int callsBefore(long packed) {
        return (int) (packed >> (4 + CALLS_BITS)) & MASK;
    }

    private static int failuresBefore(long packed) {
        return (int) (packed >> 4) & MASK;
    }

    private static int consecutive(long packed) {
        return (int) packed & MAX_CONSECUTIVE;
    }
}
