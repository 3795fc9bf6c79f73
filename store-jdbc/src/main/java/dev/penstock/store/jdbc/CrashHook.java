package dev.penstock.store.jdbc;

/**
 * Told when a commit is about to happen and when it has happened, before anybody is told of it. For tests that end the
 * process at such a point, or lose an acknowledgement by throwing. Called on the writer's thread; costs nothing while it
 * is {@link #NONE}.
 */
@FunctionalInterface
public interface CrashHook {

    /** Does nothing. */
    CrashHook NONE = point -> {};

    /**
     * A point has been reached.
     *
     * @param point which one
     */
    void reached(Point point);

    /** Where a process may die. */
    enum Point {
        /** An intent is written and not committed. */
        BEFORE_INTENT_COMMIT,
        /** An intent is committed, and its writer does not know yet. */
        AFTER_INTENT_COMMIT,
        /** An outcome is written and not committed. */
        BEFORE_SETTLE_COMMIT,
        /** An outcome is committed, and its writer does not know yet. */
        AFTER_SETTLE_COMMIT,
        /** Anything else is written and not committed. */
        BEFORE_OTHER_COMMIT,
        /** Anything else is committed, and its writer does not know yet. */
        AFTER_OTHER_COMMIT
    }
}
