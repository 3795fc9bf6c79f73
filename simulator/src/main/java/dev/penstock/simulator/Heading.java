package dev.penstock.simulator;

import dev.penstock.simulator.script.Ending;
import dev.penstock.simulator.script.Framing.Length;
import dev.penstock.simulator.script.Header;
import dev.penstock.simulator.wire.ResponseHead;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/**
 * What the head of an answer is made from.
 *
 * @param status the status
 * @param contentType the body's type
 * @param length how the body's end is told
 * @param headers fields of this answer alone
 * @param closes whether the connection is closed afterwards
 */
record Heading(int status, String contentType, Length length, List<Header> headers, boolean closes) {

    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    static Heading of(Response.Ready ready, Length length, boolean closes) {
        return new Heading(ready.status(), ready.contentType(), length, ready.headers(), closes);
    }

    static Heading ofGenerated(boolean stream, Length length, boolean closes) {
        String type = stream ? "text/event-stream; charset=utf-8" : "application/json";
        return new Heading(200, type, length, List.of(), closes);
    }

    /** The head on the wire, for a body of so many bytes where the length is told. */
    byte[] toBytes(Engine engine, OpenEntry entry, Plan plan, long bodyLength) {
        ResponseHead head = new ResponseHead(status)
                .add("Date", DATE.format(Instant.ofEpochMilli(engine.clock().epochMillis())))
                .add("Content-Type", contentType)
                .add(engine.options().look().requestIdHeader(), "sim-" + entry.id());
        if (plan.behaviour().framing().gzip()) {
            head.add("Content-Encoding", "gzip");
        }
        switch (length) {
            case USUAL, KNOWN -> {
                if (hasBody()) {
                    head.add("Content-Length", Long.toString(announced(plan, bodyLength)));
                }
            }
            case CHUNKED -> head.add("Transfer-Encoding", "chunked");
            case CLOSE -> {
                // the connection's end tells it
            }
        }
        if (closes || length == Length.CLOSE || plan.behaviour().ending() instanceof Ending.Close) {
            head.add("Connection", "close");
        }
        return head.replace(headers)
                .replace(plan.behaviour().framing().headers())
                .toBytes();
    }

    private static long announced(Plan plan, long bodyLength) {
        return Math.max(0, bodyLength + plan.behaviour().framing().lengthError());
    }

    /** Whether the status allows a body (RFC 9110, sections 15.3.5 and 15.4.5). */
    boolean hasBody() {
        return status != 204 && status != 304;
    }
}
