package dev.penstock.http.netty;

import dev.penstock.http.Framing;
import dev.penstock.policy.attempt.Ending;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpResponse;
import java.time.Duration;

/**
 * The event loop's side of one exchange: takes what its connection receives, and keeps only as much as the reader is
 * behind. On the event loop, except {@link #refill} and {@link #drain}, which the reader calls.
 */
final class Receiver implements Flow, Upload.Progress {

    private static final int ENOUGH = 64 << 10;
    private static final int LITTLE = 16 << 10;

    /** How long an answer may take to show after a write failed: it may lie in the socket already. */
    private static final Duration AFTER_STUCK_WRITE = Duration.ofMillis(250);

    private final Connection connection;
    private final NettyTransport transport;
    private final ExchangeState state;
    private final Supervision supervision;
    private Framing framing = Framing.INCOMPLETE;
    private Duration idle = Duration.ZERO;
    private boolean bytesSeen;
    private boolean headSeen;
    private boolean uploaded;
    private boolean stuck;
    private volatile boolean paused;

    Receiver(Connection connection, NettyTransport transport, ExchangeState state, Supervision supervision) {
        this.connection = connection;
        this.transport = transport;
        this.state = state;
        this.supervision = supervision;
    }

    @Override
    public boolean handOver(boolean last) {
        return state.handOver(last);
    }

    @Override
    public void handedOver(int bytes, boolean last) {
        state.handedOver(bytes, last);
        uploaded = last;
        if (last) {
            supervision.watchdog().requestEnded();
        } else {
            supervision.watchdog().uploadMoved();
        }
    }

    @Override
    public void stuck() {
        if (!stuck && state.ending() == null) {
            stuck = true;
            transport.time().timers().after(AFTER_STUCK_WRITE.toNanos(), () -> connection.execute(this::giveUp));
        }
    }

    @Override
    public void bytesArrived() {
        if (!bytesSeen) {
            bytesSeen = true;
            state.responseStarted();
        }
        supervision.watchdog().byteArrived();
    }

    @Override
    public void head(HttpResponse response) {
        headSeen = true;
        framing = Heads.framing(response);
        idle = Heads.idleFor(response, transport.config().poolIdle());
        state.head(Heads.response(response));
    }

    @Override
    public void body(ByteBuf content) {
        if (state.body(ByteBufUtil.getBytes(content)) >= ENOUGH) {
            connection.pause();
            paused = true;
            // The reader may have emptied the queue before it could see the pause.
            resumeIfLittle();
        }
    }

    @Override
    public void end() {
        connection.detach();
        if (!state.finish(framing, this::release)) {
            releaseAfterTheEnd();
        }
    }

    @Override
    public void failed(Ending how) {
        state.end(how, supervision.ended());
    }

    void refill() {
        if (paused && state.unreadBytes() <= LITTLE) {
            connection.execute(this::resumeIfLittle);
        }
    }

    /** Leaves the rest of the body to a {@link Drain}; called once the exchange has ended. */
    void drain() {
        connection.execute(() ->
                connection.handOver(this, () -> new Drain(connection, transport, uploaded ? idle : Duration.ZERO)));
    }

    private void resumeIfLittle() {
        if (paused && state.unreadBytes() <= LITTLE) {
            paused = false;
            connection.resume();
        }
    }

    /** The reader said complete before the body's end came, or somebody aborted. */
    private void releaseAfterTheEnd() {
        if (state.ending() instanceof Ending.Finished) {
            transport.pool().put(connection, uploaded ? idle : Duration.ZERO);
        } else {
            connection.closeNow();
        }
    }

    private void release() {
        supervision.ended().run();
        transport.pool().put(connection, uploaded ? idle : Duration.ZERO);
    }

    private void giveUp() {
        if (!headSeen && state.ending() == null) {
            failed(Failures.RESET);
            connection.closeNow();
        }
    }
}
