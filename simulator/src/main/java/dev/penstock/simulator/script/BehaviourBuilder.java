package dev.penstock.simulator.script;

import dev.penstock.simulator.script.CutPoint.AfterDeltas;
import dev.penstock.simulator.script.CutPoint.AtBodyByte;
import dev.penstock.simulator.script.CutPoint.AtByte;
import dev.penstock.simulator.script.Ending.How;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Builds a behaviour step by step; what is not set stays as it was at the start. Not thread-safe. */
public final class BehaviourBuilder {

    private static final Span RESET_LINGER = Span.of(Duration.ofMillis(10));

    private Reading reading;
    private Reply reply;
    private Pace pace;
    private Framing framing;
    private Ending ending;

    BehaviourBuilder(Behaviour start) {
        reading = start.reading();
        reply = start.reply();
        pace = start.pace();
        framing = start.framing();
        ending = start.ending();
    }

    /**
     * Answers a status, with the body with which the provider explains it.
     *
     * @param status the status
     * @return this
     */
    public BehaviourBuilder status(int status) {
        reply = new Reply.Fixed(status, null, null);
        return this;
    }

    /**
     * Answers a status with a body.
     *
     * @param status the status
     * @param contentType the body's type
     * @param body the body
     * @return this
     */
    public BehaviourBuilder status(int status, String contentType, String body) {
        return status(status, contentType, Octets.of(body));
    }

    /**
     * Answers a status with a body of bytes.
     *
     * @param status the status
     * @param contentType the body's type
     * @param body the body
     * @return this
     */
    public BehaviourBuilder status(int status, @Nullable String contentType, @Nullable Octets body) {
        reply = new Reply.Fixed(status, body, contentType);
        return this;
    }

    /**
     * Answers these bytes instead of a response, one write for each piece, and closes the connection, unless an ending
     * is set afterwards.
     *
     * @param pieces the bytes, head included
     * @return this
     */
    public BehaviourBuilder raw(byte[]... pieces) {
        List<Reply.Segment> segments = new ArrayList<>();
        for (byte[] piece : pieces) {
            segments.add(new Reply.Segment(Octets.of(piece), Span.ZERO));
        }
        return raw(segments);
    }

    /**
     * Answers these bytes instead of a response, and closes the connection, unless an ending is set afterwards.
     *
     * @param segments the bytes, head included
     * @return this
     */
    public BehaviourBuilder raw(List<Reply.Segment> segments) {
        reply = new Reply.Raw(segments);
        return ending instanceof Ending.KeepOpen ? close() : this;
    }

    /**
     * Answers something that is not what it should be.
     *
     * @param what what it is instead
     * @return this
     */
    public BehaviourBuilder malformed(Malformed what) {
        return what.apply(this);
    }

    /**
     * Answers a redirect.
     *
     * @param status the status, such as 307
     * @param location where to
     * @return this
     */
    public BehaviourBuilder redirect(int status, String location) {
        return status(status, "text/plain", "").header("Location", location);
    }

    /**
     * Changes the answer that is generated.
     *
     * @param change what is changed
     * @return this
     */
    public BehaviourBuilder answer(UnaryOperator<AnswerBuilder> change) {
        Answer start = reply instanceof Reply.Generated generated ? generated.answer() : Answer.DERIVED;
        reply = new Reply.Generated(change.apply(new AnswerBuilder(start)).build());
        return this;
    }

    /**
     * Changes the pace.
     *
     * @param change what is changed
     * @return this
     */
    public BehaviourBuilder pace(UnaryOperator<PaceBuilder> change) {
        pace = change.apply(new PaceBuilder(pace)).build();
        return this;
    }

    /**
     * Changes how it is put on the wire.
     *
     * @param change what is changed
     * @return this
     */
    public BehaviourBuilder framing(UnaryOperator<FramingBuilder> change) {
        framing = change.apply(new FramingBuilder(framing)).build();
        return this;
    }

    /**
     * Adds a header field to the answer.
     *
     * @param name its name; replaces the simulator's own of the same name
     * @param value its value
     * @return this
     */
    public BehaviourBuilder header(String name, String value) {
        return framing(wire -> wire.header(name, value));
    }

    /**
     * Waits before the answer.
     *
     * @param delay how long
     * @return this
     */
    public BehaviourBuilder delay(Duration delay) {
        return pace(pace -> pace.beforeHead(Span.of(delay)));
    }

    /**
     * Waits after the request's head, before its body is read.
     *
     * @param delay how long
     * @return this
     */
    public BehaviourBuilder delayReading(Span delay) {
        reading = new Reading(delay, reading.atMost(), reading.hold());
        return this;
    }

    /**
     * Stops reading the request's body.
     *
     * @param bytes after so many bytes of it
     * @param hold how long nothing more happens, before the rest of the behaviour
     * @return this
     */
    public BehaviourBuilder stopReading(long bytes, Span hold) {
        reading = new Reading(reading.before(), bytes, hold);
        return this;
    }

    /**
     * Cuts the answer after so many bytes on the wire, the head included; 0 reads the whole request and answers
     * nothing.
     *
     * @param bytes how many
     * @param how with what
     * @return this
     */
    public BehaviourBuilder cutAtByte(long bytes, How how) {
        return cut(new AtByte(bytes), how);
    }

    /**
     * Cuts the answer after its head and so many bytes.
     *
     * @param bytes how many
     * @param how with what
     * @return this
     */
    public BehaviourBuilder cutAtBodyByte(long bytes, How how) {
        return cut(new AtBodyByte(bytes), how);
    }

    /**
     * Cuts a stream after so many deltas with output.
     *
     * @param deltas how many
     * @param how with what
     * @return this
     */
    public BehaviourBuilder cutAfterDeltas(int deltas, How how) {
        return cut(new AfterDeltas(deltas), how);
    }

    BehaviourBuilder cut(CutPoint at, How how) {
        return ending(new Ending.Cut(at, how, how == How.RST && !at.equals(CutPoint.START) ? RESET_LINGER : Span.ZERO));
    }

    /**
     * Stops in the midst of the answer, for ever.
     *
     * @param at where
     * @return this
     */
    public BehaviourBuilder stall(CutPoint at) {
        return ending(new Ending.Stall(at, false));
    }

    /**
     * Sends the head and then nothing but keep-alives, for ever.
     *
     * @param interval the time between two of them
     * @return this
     */
    public BehaviourBuilder keepAliveOnly(Duration interval) {
        pace(pace -> pace.keepAlive(Span.of(interval)));
        return ending(new Ending.Stall(new AtBodyByte(0), true));
    }

    /**
     * Closes the connection after the answer, and says so.
     *
     * @return this
     */
    public BehaviourBuilder close() {
        return ending(new Ending.Close());
    }

    /**
     * Keeps the connection after the answer, also after raw bytes.
     *
     * @return this
     */
    public BehaviourBuilder keepOpen() {
        return ending(Ending.KEEP_OPEN);
    }

    /**
     * Closes the connection without notice if no request follows.
     *
     * @param after how long after the answer
     * @return this
     */
    public BehaviourBuilder closeIdle(Duration after) {
        return ending(new Ending.KeepOpen(new Ending.IdleClose(Span.of(after), Octets.NONE)));
    }

    /**
     * Sets how the answer and its connection end.
     *
     * @param end the ending
     * @return this
     */
    public BehaviourBuilder ending(Ending end) {
        ending = end;
        return this;
    }

    /**
     * The behaviour.
     *
     * @return the behaviour as set
     */
    public Behaviour build() {
        return new Behaviour(reading, reply, pace, framing, ending);
    }
}
