package dev.penstock.gateway.server;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * The threads that move the servers' bytes: by Linux' epoll where Netty's library for it can be loaded (ADR 0013), else by
 * the JDK's selectors, which {@code -Dpenstock.io=nio} takes in any case.
 *
 * @param group the loops
 * @param channel what listens on them
 */
public record EventLoops(EventLoopGroup group, Class<? extends ServerSocketChannel> channel) implements AutoCloseable {

    private static final String NAME = "penstock-gateway";

    /**
     * Starts loops, the cheapest that work here.
     *
     * @param threads how many
     * @return the loops
     */
    public static EventLoops start(int threads) {
        return "nio".equals(System.getProperty("penstock.io")) || !Epoll.isAvailable() ? nio(threads) : epoll(threads);
    }

    static EventLoops nio(int threads) {
        return new EventLoops(
                new MultiThreadIoEventLoopGroup(
                        threads, new DefaultThreadFactory(NAME, true), NioIoHandler.newFactory()),
                NioServerSocketChannel.class);
    }

    static EventLoops epoll(int threads) {
        return new EventLoops(
                new MultiThreadIoEventLoopGroup(
                        threads, new DefaultThreadFactory(NAME, true), EpollIoHandler.newFactory()),
                EpollServerSocketChannel.class);
    }

    /** Stops them at once. */
    @Override
    public void close() {
        group.shutdownGracefully(0, 0, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
