package dev.penstock.simulator.script;

import org.jspecify.annotations.Nullable;

/** What becomes of the answer and of its connection. */
public sealed interface Ending {

    /** The answer is sent whole and the connection kept for the next request. */
    KeepOpen KEEP_OPEN = new KeepOpen(null);

    /**
     * The answer is sent whole and the connection kept.
     *
     * @param idle what happens if no request follows; null for nothing before the simulator's own idle time
     */
    record KeepOpen(@Nullable IdleClose idle) implements Ending {}

    /**
     * A kept connection that is closed without notice.
     *
     * @param after how long after the answer
     * @param farewell bytes that are sent first, such as an unasked 408
     */
    record IdleClose(Span after, Octets farewell) {}

    /** The answer is sent whole, with {@code Connection: close}, and the connection is closed. */
    record Close() implements Ending {}

    /**
     * The answer ends early, together with its connection.
     *
     * @param at where; an answer that ends before is sent whole
     * @param how with what
     * @param linger how long after the last byte, so that it can arrive before a reset overtakes it
     */
    record Cut(CutPoint at, How how, Span linger) implements Ending {}

    /**
     * The answer stops, and the connection stays open until the client leaves.
     *
     * @param at where
     * @param keepAlives whether blank lines or comments go on
     */
    record Stall(CutPoint at, boolean keepAlives) implements Ending {}

    /** How a connection is ended. */
    enum How {
        /** In order: the client reads the end of the stream. */
        FIN,
        /** Abruptly: the client gets "connection reset". */
        RST
    }
}
