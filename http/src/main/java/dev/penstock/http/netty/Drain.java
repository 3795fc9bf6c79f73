package dev.penstock.http.netty;

import dev.penstock.policy.attempt.Ending;
import dev.penstock.time.Timers;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpResponse;
import java.time.Duration;

/**
 * Throws the rest of a body away for a moment, so that its connection can be used again: after [DONE] little more than
 * the last chunk is missing (B021). What takes longer, or is more, costs the connection.
 */
final class Drain implements Flow {

    private static final Duration LONGEST = Duration.ofMillis(250);
    private static final int MOST = 64 << 10;

    private final Connection connection;
    private final NettyTransport transport;
    private final Duration idle;
    private final Timers.Timer timer;
    private int drained;

    Drain(Connection connection, NettyTransport transport, Duration idle) {
        this.connection = connection;
        this.transport = transport;
        this.idle = idle;
        this.timer = transport.time().timers().after(LONGEST.toNanos(), connection::closeNow);
    }

    @Override
    public void bytesArrived() {}

    @Override
    public void head(HttpResponse response) {}

    @Override
    public void body(ByteBuf content) {
        drained += content.readableBytes();
        if (drained > MOST) {
            connection.closeNow();
        }
    }

    @Override
    public void end() {
        timer.cancel();
        connection.detach();
        transport.pool().put(connection, idle);
    }

    @Override
    public void failed(Ending how) {
        timer.cancel();
    }
}
