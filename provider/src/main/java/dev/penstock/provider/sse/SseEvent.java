package dev.penstock.provider.sse;

/** One dispatched event. Its text never holds the data. */
public final class SseEvent {

    private final String name;
    private final byte[] data;
    private final byte[] raw;

    SseEvent(String name, byte[] data, byte[] raw) {
        this.name = name;
        this.data = data;
        this.raw = raw;
    }

    /**
     * The {@code event} field.
     *
     * @return the name, "" if the event has none
     */
    public String name() {
        return name;
    }

    /**
     * The {@code data} lines joined by a line feed, as well-formed UTF-8.
     *
     * @return the array itself, not to be written to
     */
    public byte[] data() {
        return data;
    }

    /**
     * The event's lines as they came, each ended by a line feed, and its blank line; without comments.
     *
     * @return the array itself, not to be written to; empty if the reader does not keep them
     */
    public byte[] raw() {
        return raw;
    }

    @Override
    public String toString() {
        return "SseEvent[" + data.length + " bytes]";
    }
}
