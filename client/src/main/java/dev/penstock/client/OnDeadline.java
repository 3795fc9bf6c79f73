package dev.penstock.client;

/** What happens when a caller's time is over before its operation has ended (R-DEADLINE-7). */
public enum OnDeadline {
    /** It is told so, and work that was not sent by the operation's deadline ends. */
    FAIL,
    /**
     * It is told where the operation is to be found, and the operation goes on alone under the background deadline that
     * was fixed when it was accepted. Only with a key, and not for a live stream.
     */
    CONTINUE
}
