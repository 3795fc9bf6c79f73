package dev.penstock.client;

/** Who makes a call (design 4, "Reopening"; design 12). */
public enum RepeatedBy {
    /** A caller, on purpose. */
    CALLER,
    /**
     * A client's library by itself, after a failure. It reopens nothing; without a key it takes a retry token and waits in
     * the retry lane.
     */
    SDK
}
