package dev.penstock.gateway.server;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;

/**
 * Next to the socket: tells when bytes arrive, before anything is made of them, and whether what is written moves. Used
 * on the connection's event loop alone.
 */
final class Meter extends ChannelDuplexHandler {

    private final Runnable arrived;
    private long written;
    private long seenDone;
    private long seenProgress;

    Meter(Runnable arrived) {
        this.arrived = arrived;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        arrived.run();
        context.fireChannelRead(message);
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        written++;
        ChannelFuture ignored = context.write(message, promise);
    }

    /** Whether the reader took anything since the last time, or nothing is there to be taken. */
    boolean moved(ChannelOutboundBuffer buffer) {
        long done = written - buffer.size();
        long progress = buffer.currentProgress();
        boolean moved = buffer.isEmpty() || done != seenDone || progress != seenProgress;
        seenDone = done;
        seenProgress = progress;
        return moved;
    }
}
