package dev.penstock.store;

/** The store could not do what it was asked. The message says what to mend and holds no content of an operation. */
public final class StoreException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final Kind kind;

    /**
     * Makes the exception.
     *
     * @param kind what went wrong
     * @param message cause and mend, for people
     * @param cause the driver's exception, or null
     */
    public StoreException(Kind kind, String message, @org.jspecify.annotations.Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /**
     * What went wrong.
     *
     * @return the kind
     */
    public Kind kind() {
        return kind;
    }

    /** What can go wrong. */
    public enum Kind {
        /** Another engine holds the store. */
        LOCKED,
        /** Somebody outside held the write lock for longer than we wait. */
        BUSY,
        /** The disk is full. */
        FULL,
        /** The place cannot be written. */
        READ_ONLY,
        /** Its settings do not keep what is committed. */
        UNSAFE_SETTINGS,
        /** It is not a store of ours, or a newer one. */
        INCOMPATIBLE,
        /** It does not answer. */
        UNAVAILABLE,
        /** It was closed. */
        CLOSED,
        /** The write may or may not have happened, and reading it back failed as well. */
        UNCERTAIN,
        /** A file or a record is damaged. */
        CORRUPT
    }
}
