package dev.penstock.simulator.script;

import dev.penstock.simulator.script.Framing.Events;
import dev.penstock.simulator.script.Framing.Length;
import dev.penstock.simulator.script.Framing.LineEnd;
import java.util.ArrayList;
import java.util.List;

/** Builds a framing step by step. Not thread-safe. */
public final class FramingBuilder {

    private Length length;
    private int lengthError;
    private boolean lastChunk;
    private boolean gzip;
    private Events events;
    private final List<Header> headers;

    FramingBuilder(Framing start) {
        length = start.length();
        lengthError = start.lengthError();
        lastChunk = start.lastChunk();
        gzip = start.gzip();
        events = start.events();
        headers = new ArrayList<>(start.headers());
    }

    /**
     * Sets how the end of the body is told.
     *
     * @param how the way
     * @return this
     */
    public FramingBuilder length(Length how) {
        length = how;
        return this;
    }

    /**
     * Announces a content-length that is wrong.
     *
     * @param error by how much: positive announces more than comes
     * @return this
     */
    public FramingBuilder wrongLength(int error) {
        length = Length.KNOWN;
        lengthError = error;
        return this;
    }

    /**
     * Leaves the last chunk of a chunked body out and closes the connection in its place.
     *
     * @return this
     */
    public FramingBuilder missingLastChunk() {
        length = Length.CHUNKED;
        lastChunk = false;
        return this;
    }

    /**
     * Compresses the body; a stream is flushed after every event.
     *
     * @return this
     */
    public FramingBuilder gzip() {
        gzip = true;
        return this;
    }

    /**
     * Sets the line end of events.
     *
     * @param end what ends a line
     * @return this
     */
    public FramingBuilder lineEnd(LineEnd end) {
        events = new Events(end, events.space());
        return this;
    }

    /**
     * Sets whether a space follows {@code data:}.
     *
     * @param space whether it does
     * @return this
     */
    public FramingBuilder dataSpace(boolean space) {
        events = new Events(events.lineEnd(), space);
        return this;
    }

    /**
     * Adds a header field.
     *
     * @param name its name; replaces the simulator's own of the same name
     * @param value its value
     * @return this
     */
    public FramingBuilder header(String name, String value) {
        headers.add(new Header(name, value));
        return this;
    }

    Framing build() {
        return new Framing(length, lengthError, lastChunk, gzip, events, headers);
    }
}
