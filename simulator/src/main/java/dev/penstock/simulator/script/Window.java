package dev.penstock.simulator.script;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of time since the simulator started or was reset, half open.
 *
 * @param from its beginning
 * @param to its end, null for none
 */
public record Window(Duration from, @Nullable Duration to) {

    /** All the time. */
    public static final Window ALWAYS = new Window(Duration.ZERO, null);

    /**
     * Checks the order.
     *
     * @throws IllegalArgumentException if the beginning is negative or not before the end
     */
    public Window {
        if (from.isNegative() || (to != null && to.compareTo(from) <= 0)) {
            throw new IllegalArgumentException("a window needs 0 <= from < to");
        }
    }

    /**
     * Whether a moment lies inside.
     *
     * @param sinceStart the moment
     * @return true from the beginning until just before the end
     */
    public boolean contains(Duration sinceStart) {
        Duration end = to;
        return sinceStart.compareTo(from) >= 0 && (end == null || sinceStart.compareTo(end) < 0);
    }
}
