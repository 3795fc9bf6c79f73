package dev.penstock.simulator.wire;

import dev.penstock.simulator.script.Framing.Events;
import java.nio.charset.StandardCharsets;

/** Writes the events of an event stream (WHATWG HTML, section 9.2). */
public final class EventEncoder {

    private final String end;
    private final String field;

    /**
     * An encoder.
     *
     * @param events how events are written
     */
    public EventEncoder(Events events) {
        this.end = events.lineEnd().text();
        this.field = events.space() ? "data: " : "data:";
    }

    /**
     * An event.
     *
     * @param name its name, empty for none
     * @param data its data; each line becomes a field
     * @return its bytes
     */
    public byte[] event(String name, String data) {
        StringBuilder event = new StringBuilder(data.length() + 16);
        if (!name.isEmpty()) {
            event.append("event:")
                    .append(field.substring("data:".length()))
                    .append(name)
                    .append(end);
        }
        if (data.indexOf('\n') < 0) {
            event.append(field).append(data).append(end);
        } else {
            for (String line : data.split("\n", -1)) {
                event.append(field).append(line).append(end);
            }
        }
        return event.append(end).toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * A comment that keeps the connection alive.
     *
     * @return its bytes
     */
    public byte[] keepAlive() {
        return (": keep-alive" + end + end).getBytes(StandardCharsets.UTF_8);
    }
}
