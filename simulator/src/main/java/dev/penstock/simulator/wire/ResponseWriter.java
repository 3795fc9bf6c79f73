package dev.penstock.simulator.wire;

import dev.penstock.simulator.clock.SimulatorClock;
import dev.penstock.simulator.log.Outcome;
import dev.penstock.simulator.script.CutPoint;
import dev.penstock.simulator.script.Ending;
import dev.penstock.simulator.script.Pace.Drip;
import dev.penstock.simulator.script.Span;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Puts the bytes of one answer on the wire, drips them, and cuts or stalls at the place that its ending names. After the
 * answer has ended early, everything written is dropped, and waits go on only where the work does.
 */
public final class ResponseWriter {

    private static final int FLUSH_AT = 16_384;
    private static final int LAST_PIECE = 4_096;

    private final ClientConnection connection;
    private final WriterEvents events;
    private final Settings settings;
    private byte[] pending = new byte[1_024];
    private int size;
    private long offset;
    private long stopAt = Long.MAX_VALUE;
    private int deltas;
    private boolean headWritten;
    private boolean begun;
    private boolean ended;
    private byte[] keepAlive = new byte[0];
    private Span keepAliveInterval = Span.FOREVER;

    /**
     * How to write.
     *
     * @param ending what becomes of the answer
     * @param drip in which pieces
     * @param worksOn whether the work goes on after the answer ended early
     * @param clock waits while nobody is there
     * @param chance draws lengths of time
     */
    public record Settings(Ending ending, Drip drip, boolean worksOn, SimulatorClock clock, RandomGenerator chance) {}

    /**
     * A writer of one answer.
     *
     * @param connection where it goes
     * @param settings how
     * @param events told of its beginning and its end
     */
    public ResponseWriter(ClientConnection connection, Settings settings, WriterEvents events) {
        this.connection = connection;
        this.settings = settings;
        this.events = events;
        CutPoint at = stop();
        if (at instanceof CutPoint.AtByte byteAt) {
            stopAt = byteAt.offset();
        }
    }

    private @Nullable CutPoint stop() {
        return switch (settings.ending()) {
            case Ending.Cut cut -> cut.at();
            case Ending.Stall stall -> stall.at();
            case Ending.KeepOpen ignored -> null;
            case Ending.Close ignored -> null;
        };
    }

    /**
     * What a stall sends, where it sends keep-alives.
     *
     * @param bytes one keep-alive, framed
     * @param interval the time between two
     */
    public void stallsWith(byte[] bytes, Span interval) {
        keepAlive = bytes.clone();
        keepAliveInterval = interval;
    }

    /**
     * Whether the answer has ended.
     *
     * @return true once nothing more goes out
     */
    public boolean hasEnded() {
        return ended;
    }

    /**
     * Whether there is nothing left to be done for this answer.
     *
     * @return true if it has ended and no work goes on
     */
    public boolean isOver() {
        return ended && (!settings.worksOn() || connection.isAborted());
    }

    /**
     * Writes the head.
     *
     * @param head its bytes
     * @throws InterruptedException if the thread is interrupted
     */
    public void head(byte[] head) throws InterruptedException {
        put(head);
        if (settings.drip().bodyOnly()) {
            flush();
        }
        headWritten = true;
        CutPoint at = stop();
        if (at instanceof CutPoint.AtBodyByte bodyByte) {
            stopAt = offset + bodyByte.offset();
            reachStop();
        } else if (at instanceof CutPoint.AfterDeltas after && after.count() == 0) {
            stopAt = offset;
            reachStop();
        }
    }

    /**
     * Notes that a delta with output has been written.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public void delta() throws InterruptedException {
        deltas++;
        if (stop() instanceof CutPoint.AfterDeltas after && after.count() == deltas) {
            stopAt = offset;
            reachStop();
        }
    }

    /**
     * Writes bytes; they go out with the next wait, or when many have come together.
     *
     * @param bytes the bytes, framed
     * @throws InterruptedException if the thread is interrupted
     */
    public void put(byte[] bytes) throws InterruptedException {
        int at = 0;
        reachStop();
        while (at < bytes.length && !ended) {
            int count = (int) Math.min(bytes.length - at, stopAt - offset);
            buffer(bytes, at, count);
            at += count;
            offset += count;
            reachStop();
        }
    }

    private void buffer(byte[] bytes, int from, int count) {
        if (size + count > pending.length) {
            byte[] larger = new byte[Math.max(size + count, pending.length * 2)];
            System.arraycopy(pending, 0, larger, 0, size);
            pending = larger;
        }
        System.arraycopy(bytes, from, pending, size, count);
        size += count;
    }

    /**
     * Sends what has been written, if it has become much.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public void flushIfMuch() throws InterruptedException {
        if (size >= FLUSH_AT) {
            flush();
        }
    }

    /**
     * Sends what has been written.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public void flush() throws InterruptedException {
        flushAllBut(0);
    }

    private void flushAllBut(int rest) throws InterruptedException {
        int until = size - rest;
        if (until <= 0 || ended) {
            return;
        }
        if (!begun) {
            begun = true;
            events.firstByte();
        }
        Drip drip = settings.drip();
        boolean drips = drip.bytes() > 0 && (headWritten || !drip.bodyOnly());
        boolean there = drips ? dripOut(until, drip) : connection.write(pending, 0, until);
        System.arraycopy(pending, until, pending, 0, size - until);
        size -= until;
        if (!there) {
            lost();
        }
    }

    private boolean dripOut(int until, Drip drip) throws InterruptedException {
        for (int at = 0; at < until; at += drip.bytes()) {
            if (!connection.write(pending, at, Math.min(drip.bytes(), until - at))
                    || !connection.stay(drip.every().draw(settings.chance()))) {
                return false;
            }
        }
        return true;
    }

    /** The clock that pauses are measured on. */
    public long micros() {
        return settings.clock().micros();
    }

    /**
     * Sends what has been written and waits.
     *
     * @param micros how long
     * @throws InterruptedException if the thread is interrupted
     */
    public void pause(long micros) throws InterruptedException {
        flush();
        if (micros <= 0) {
            return;
        }
        if (ended) {
            if (!isOver()) {
                settings.clock().sleep(micros);
            }
            return;
        }
        long until = settings.clock().micros() + micros;
        if (!connection.stay(micros)) {
            lost();
            pause(micros == Long.MAX_VALUE ? 0 : until - settings.clock().micros());
        }
    }

    /**
     * Sends what is left as the answer's end.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public void finish() throws InterruptedException {
        if (size > FLUSH_AT || settings.drip().bytes() > 0) {
            flushAllBut(settings.drip().bytes() > 0 ? 1 : LAST_PIECE);
        }
        if (ended) {
            return;
        }
        if (!connection.isThere()) {
            lost();
            return;
        }
        if (!begun) {
            begun = true;
            events.firstByte();
        }
        end(Outcome.COMPLETE);
        connection.write(pending, 0, size);
    }

    /**
     * Ends the connection before the answer's end.
     *
     * @param outcome why
     * @param how with what
     * @throws InterruptedException if the thread is interrupted
     */
    public void giveUp(Outcome outcome, Ending.How how) throws InterruptedException {
        flush();
        if (!ended) {
            end(outcome);
            close(how);
        }
    }

    private void close(Ending.How how) {
        switch (how) {
            case FIN -> connection.end();
            case RST -> connection.reset();
        }
    }

    private void lost() {
        end(connection.isAborted() ? Outcome.SIMULATOR_CLOSED : Outcome.CLIENT_LEFT);
        connection.end();
    }

    private void end(Outcome outcome) {
        if (!ended) {
            ended = true;
            events.ending(outcome);
        }
    }

    private void reachStop() throws InterruptedException {
        if (offset < stopAt || ended) {
            return;
        }
        flush();
        if (ended) {
            return;
        }
        switch (settings.ending()) {
            case Ending.Cut cut -> cut(cut);
            case Ending.Stall stall -> stall(stall);
            case Ending.KeepOpen ignored -> throw new IllegalStateException("no place to stop at");
            case Ending.Close ignored -> throw new IllegalStateException("no place to stop at");
        }
    }

    private void cut(Ending.Cut cut) throws InterruptedException {
        if (!cut.linger().isZero() && !connection.stay(cut.linger().draw(settings.chance()))) {
            lost();
            return;
        }
        end(cut.how() == Ending.How.FIN ? Outcome.CUT : Outcome.RESET);
        close(cut.how());
    }

    private void stall(Ending.Stall stall) throws InterruptedException {
        Span interval = stall.keepAlives() && keepAlive.length > 0 ? keepAliveInterval : Span.FOREVER;
        while (connection.stay(interval.draw(settings.chance()))) {
            if (!connection.write(keepAlive, 0, keepAlive.length)) {
                break;
            }
        }
        lost();
    }
}
