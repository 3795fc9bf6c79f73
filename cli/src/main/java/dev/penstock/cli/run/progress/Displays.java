package dev.penstock.cli.run.progress;

import dev.penstock.cli.terminal.Surroundings;

/** Chooses how a run is shown. */
public final class Displays {

    private Displays() {}

    /**
     * A bar for a person, plain lines for a log, JSON for a program.
     *
     * @param around where the command runs
     * @param json whether a program reads
     * @param total how many lines the input has
     * @return the display
     */
    public static Display of(Surroundings around, boolean json, long total) {
        if (json) {
            return new JsonDisplay(around);
        }
        return around.interactive() ? new BarDisplay(around, total) : new LineDisplay(around);
    }
}
