package dev.penstock.simulator.log;

import java.util.Locale;

/** How a request ended, seen from the server. */
public enum Outcome {
    /** The whole answer was handed to the operating system, and the client was still there directly before its end. */
    COMPLETE,
    /** The script ended the answer early with FIN. */
    CUT,
    /** The script ended the answer, or never began it, with RST. */
    RESET,
    /** The client closed or reset its connection before its answer ended. */
    CLIENT_LEFT,
    /** The request never arrived whole: the client left, or the script stopped reading. */
    INCOMPLETE_REQUEST,
    /** What arrived was not HTTP/1.1, or beyond the bounds; answered with a 4xx. */
    MALFORMED_REQUEST,
    /** Closed because the inference had not started within the documented wait. */
    WAIT_EXPIRED,
    /** Still open when the simulator was closed or reset. */
    SIMULATOR_CLOSED;

    /**
     * The name in the log.
     *
     * @return lower case, with underscores
     */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
