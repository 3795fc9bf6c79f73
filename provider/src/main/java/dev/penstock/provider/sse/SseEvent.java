package dev.penstock.provider.sse;

/** One dispatched event. Its text never holds the data. */
public final class SseEvent {

    private final String name;
    private final byte[] data;

    SseEvent(String name, byte[] data) {
        this.name = name;
        this.data = data;
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

    @Override
    public String toString() {
        return "SseEvent[" + data.length + " bytes]";
    }
}
