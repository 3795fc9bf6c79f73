package dev.penstock.simulator.script;

import dev.penstock.simulator.script.Pace.Drip;
import org.jspecify.annotations.Nullable;

/** Builds a pace step by step. Not thread-safe. */
public final class PaceBuilder {

    private Span beforeHead;
    private Span queue;
    private Span beforeBody;
    private Span betweenChunks;
    private Span beforeEnd;
    private @Nullable Span keepAlive;
    private Drip drip;

    PaceBuilder(Pace start) {
        beforeHead = start.beforeHead();
        queue = start.queue();
        beforeBody = start.beforeBody();
        betweenChunks = start.betweenChunks();
        beforeEnd = start.beforeEnd();
        keepAlive = start.keepAlive();
        drip = start.drip();
    }

    /**
     * Sets the wait before the first byte of the answer.
     *
     * @param span how long
     * @return this
     */
    public PaceBuilder beforeHead(Span span) {
        beforeHead = span;
        return this;
    }

    /**
     * Sets the wait for the inference, during which keep-alives are sent.
     *
     * @param span how long
     * @return this
     */
    public PaceBuilder queue(Span span) {
        queue = span;
        return this;
    }

    /**
     * Sets the wait after the head.
     *
     * @param span how long
     * @return this
     */
    public PaceBuilder beforeBody(Span span) {
        beforeBody = span;
        return this;
    }

    /**
     * Sets the wait between two events of a stream.
     *
     * @param span how long
     * @return this
     */
    public PaceBuilder betweenChunks(Span span) {
        betweenChunks = span;
        return this;
    }

    /**
     * Sets the wait before what ends the answer.
     *
     * @param span how long
     * @return this
     */
    public PaceBuilder beforeEnd(Span span) {
        beforeEnd = span;
        return this;
    }

    /**
     * Sets the interval of keep-alives.
     *
     * @param span how long, {@link Span#FOREVER} for none
     * @return this
     */
    public PaceBuilder keepAlive(Span span) {
        keepAlive = span;
        return this;
    }

    /**
     * Lets the bytes out a few at a time.
     *
     * @param bytes how many at a time
     * @param every the time between two pieces
     * @return this
     */
    public PaceBuilder drip(int bytes, Span every) {
        drip = new Drip(bytes, every, false);
        return this;
    }

    /**
     * Lets the bytes of the body out a few at a time.
     *
     * @param bytes how many at a time
     * @param every the time between two pieces
     * @return this
     */
    public PaceBuilder dripBody(int bytes, Span every) {
        drip = new Drip(bytes, every, true);
        return this;
    }

    Pace build() {
        return new Pace(beforeHead, queue, beforeBody, betweenChunks, beforeEnd, keepAlive, drip);
    }
}
