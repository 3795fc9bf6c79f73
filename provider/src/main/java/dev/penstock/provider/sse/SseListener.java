package dev.penstock.provider.sse;

/** Told what an {@link SseReader} finds, in order, on the thread that feeds it. */
public interface SseListener {

    /**
     * An event is complete.
     *
     * @param event the event
     */
    void event(SseEvent event);

    /**
     * A line that is no field of the event stream format came, so that a body without framing can be recognised (B032).
     *
     * @param bytes where the line is; valid during the call only
     * @param from first index
     * @param to index after the last one
     */
    default void stray(byte[] bytes, int from, int to) {}
}
