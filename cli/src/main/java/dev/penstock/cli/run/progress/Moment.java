package dev.penstock.cli.run.progress;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A run at one moment.
 *
 * @param figures its figures
 * @param total how many lines the input has
 * @param inFlight how many lines are being worked on
 * @param perSecond lines done each second, over the last half minute
 * @param left how long the rest will take at that rate, null if nobody can say
 * @param elapsed since the run began
 */
public record Moment(
        Figures figures,
        long total,
        int inFlight,
        double perSecond,
        @Nullable Duration left,
        Duration elapsed) {}
