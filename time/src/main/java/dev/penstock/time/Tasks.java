package dev.penstock.time;

/**
 * The one way to begin something that goes on beside the thread that begins it, so that a test may decide who runs when.
 * Implementations are thread-safe.
 */
@FunctionalInterface
public interface Tasks {

    /**
     * Begins a task. It may block, through a {@link Sleeper}; what it throws is given to its thread's uncaught handler.
     *
     * @param name the task's, for whoever looks at threads; several may share it
     * @param task what to run
     */
    void start(String name, Runnable task);

    /**
     * Every task on a virtual thread of its own.
     *
     * @return the tasks of this process
     */
    static Tasks system() {
        return (name, task) -> Thread.ofVirtual().name(name).start(task);
    }
}
