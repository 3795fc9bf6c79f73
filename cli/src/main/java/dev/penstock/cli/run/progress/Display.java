package dev.penstock.cli.run.progress;

import java.time.Duration;

/** Shows a run while it goes on. Thread-safe. */
public interface Display extends AutoCloseable {

    /**
     * How often it wants to be told.
     *
     * @return the interval
     */
    Duration interval();

    /**
     * Shows how far things are.
     *
     * @param moment the run now
     */
    void show(Moment moment);

    /**
     * Says something that stays on the screen.
     *
     * @param line one line without its end
     */
    void say(String line);

    /** Shows nothing more; a second time it does nothing. */
    @Override
    void close();
}
