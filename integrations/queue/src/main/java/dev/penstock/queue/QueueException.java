package dev.penstock.queue;

import org.jspecify.annotations.Nullable;

/** A queue could not be reached or used. The message says what to mend, and holds no password. */
public final class QueueException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /**
     * Makes the exception.
     *
     * @param message cause and mend, one line
     * @param cause what the broker's library threw, or null
     */
    public QueueException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
