package dev.penstock.client;

/**
 * Hears of everything that happens to operations. Called on the operation's own thread, in order for each operation: it
 * must be quick, thread-safe and must not block. What it throws is logged by its class name and goes no further.
 */
@FunctionalInterface
public interface CallListener {

    /**
     * Something happened.
     *
     * @param event what
     */
    void on(CallEvent event);

    /**
     * Hears nothing.
     *
     * @return a listener that ignores everything
     */
    static CallListener none() {
        return event -> {};
    }
}
