package dev.penstock.simulator.answer;

/** Where the events of a stream go. */
public interface EventSink {

    /**
     * Takes the next event.
     *
     * @param event the event
     * @return false if no more is wanted
     * @throws InterruptedException if the thread is interrupted
     */
    boolean accept(Event event) throws InterruptedException;

    /** What an event is. */
    enum Kind {
        /** The role of a choice, without output. */
        ROLE,
        /** Output. */
        DELTA,
        /** A choice's end, or usage. */
        CLOSING,
        /** An error object. */
        ERROR,
        /** {@code [DONE]}. */
        DONE
    }

    /**
     * An event of a stream.
     *
     * @param kind what it is
     * @param name its event name, empty for none
     * @param data its data, in one line or several
     */
    record Event(Kind kind, String name, String data) {}
}
