package dev.penstock.simulator;

import dev.penstock.simulator.answer.EventSink.Kind;
import dev.penstock.simulator.log.Outcome;
import dev.penstock.simulator.script.Ending.How;
import dev.penstock.simulator.script.Pace;
import dev.penstock.simulator.script.Reply.Segment;
import dev.penstock.simulator.script.Span;
import dev.penstock.simulator.wire.ResponseWriter;
import java.util.random.RandomGenerator;

/** Writes the pieces of an answer with the waits that its pace asks for. */
final class PacedWriter {

    private final ResponseWriter writer;
    private final Settlement settlement;
    private final Pace pace;
    private final RandomGenerator chance;
    private boolean headWritten;
    private boolean pausesNext;
    private boolean endReached;

    PacedWriter(ResponseWriter writer, Settlement settlement, Pace pace, RandomGenerator chance) {
        this.writer = writer;
        this.settlement = settlement;
        this.pace = pace;
        this.chance = chance;
    }

    /** A piece of a body with the kind of event it is. */
    @SuppressWarnings("ArrayRecordComponent") // handed over once, never compared
    record Piece(Kind kind, byte[] bytes) {}

    boolean isHeadWritten() {
        return headWritten;
    }

    boolean isOver() {
        return writer.isOver();
    }

    void beforeHead() throws InterruptedException {
        pause(pace.beforeHead());
        settlement.waitsAhead(!pace.queue().isZero() || waitsInBody());
    }

    void head(byte[] head) throws InterruptedException {
        headWritten = true;
        writer.head(head);
    }

    /** The body begins, after its wait. */
    void begin() throws InterruptedException {
        settlement.waitsAhead(waitsInBody());
        pause(pace.beforeBody());
    }

    private boolean waitsInBody() {
        return !pace.beforeBody().isZero()
                || !pace.betweenChunks().isZero()
                || !pace.beforeEnd().isZero();
    }

    /** Writes a piece; false if nothing more is wanted. */
    boolean piece(Piece piece) throws InterruptedException {
        if (piece.kind() == Kind.DONE) {
            beforeEnd();
        } else if (pausesNext) {
            pause(pace.betweenChunks());
        }
        pausesNext = piece.kind() != Kind.ROLE;
        if (piece.kind() == Kind.DELTA) {
            settlement.delta();
        }
        writer.put(piece.bytes());
        if (piece.kind() == Kind.DELTA) {
            writer.delta();
        }
        writer.flushIfMuch();
        return !writer.isOver();
    }

    /** Writes what ends the body, after its wait. */
    void end(byte[] end) throws InterruptedException {
        beforeEnd();
        writer.put(end);
    }

    private void beforeEnd() throws InterruptedException {
        if (!endReached) {
            endReached = true;
            pause(pace.beforeEnd());
        }
    }

    /** Writes a piece of raw bytes at once; the last one is left to the answer's end. */
    void segment(Segment segment, boolean last) throws InterruptedException {
        pause(segment.pause());
        writer.put(segment.bytes().toBytes());
        if (!last) {
            writer.flush();
        }
    }

    void stallsWith(byte[] framed, Span interval) {
        writer.stallsWith(framed, interval);
    }

    void keepAlive(byte[] framed) throws InterruptedException {
        writer.put(framed);
        writer.flush();
    }

    void giveUp(Outcome outcome, How how) throws InterruptedException {
        writer.giveUp(outcome, how);
    }

    long draw(Span span) {
        return span.draw(chance);
    }

    /** The simulator's monotonic clock. */
    long micros() {
        return writer.micros();
    }

    void pauseMicros(long micros) throws InterruptedException {
        writer.pause(micros);
    }

    private void pause(Span span) throws InterruptedException {
        if (!span.isZero()) {
            writer.pause(span.draw(chance));
        }
    }
}
