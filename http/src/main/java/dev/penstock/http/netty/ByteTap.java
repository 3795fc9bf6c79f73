package dev.penstock.http.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/** Sees bytes before they are parsed, so that a head that drips counts as a sign of life. */
final class ByteTap extends ChannelInboundHandlerAdapter {

    private final Connection connection;

    ByteTap(Connection connection) {
        this.connection = connection;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        connection.bytesArrived();
        context.fireChannelRead(message);
    }
}
