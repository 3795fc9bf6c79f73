package dev.penstock.gateway.server;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.socket.SocketChannel;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** What is done to a channel without waiting for it: how it went shows in whether the channel is still open. */
final class Wire {

    private static final System.Logger LOG = System.getLogger(Wire.class.getName());

    private Wire() {}

    /** Does something on the channel's event loop; not at all if that has stopped, and the channel closed with it. */
    static void onLoop(Channel channel, Runnable action) {
        try {
            channel.eventLoop().execute(action);
        } catch (RejectedExecutionException e) {
            LOG.log(System.Logger.Level.DEBUG, "an event loop has stopped");
        }
    }

    /** Does something on the channel's event loop some time later; not at all if that has stopped before. */
    static void onLoopAfter(Channel channel, Duration wait, Runnable action) {
        try {
            Future<?> ignored = channel.eventLoop().schedule(action, wait.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.log(System.Logger.Level.DEBUG, "an event loop has stopped");
        }
    }

    /** Sends with the next flush. */
    static void write(Channel channel, Object message) {
        ChannelFuture ignored = channel.write(message, channel.voidPromise());
    }

    /** Sends at once. */
    static void send(Channel channel, Object message) {
        ChannelFuture ignored = channel.writeAndFlush(message, channel.voidPromise());
    }

    /** Sends at once, and then says that nothing more comes. */
    static void sendLast(Channel channel, Object message) {
        ChannelFuture ignored =
                channel.writeAndFlush(message).addListener(written -> shutdownOutput((SocketChannel) channel));
    }

    /** Says that nothing more comes, behind what was sent. */
    static void shutdownOutput(SocketChannel channel) {
        ChannelFuture ignored = channel.shutdownOutput();
    }

    /** Closes behind what was sent. */
    static void closeBehind(Channel channel) {
        ChannelFuture ignored = channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    /** Closes at once, whatever is still to be sent. */
    static void close(Channel channel) {
        ChannelFuture ignored = channel.close();
    }
}
