package dev.penstock.it.limits;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** An address where a connection is neither made nor refused: nobody accepts, and the queue of those that wait is full. */
final class BlackHole implements AutoCloseable {

    private static final int MORE_THAN_THE_QUEUE_HOLDS = 8;

    private final ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final List<SocketChannel> waiting = new ArrayList<>();

    BlackHole() throws IOException {
        for (int i = 0; i < MORE_THAN_THE_QUEUE_HOLDS; i++) {
            SocketChannel channel = SocketChannel.open();
            channel.configureBlocking(false);
            channel.connect(new InetSocketAddress(socket.getInetAddress(), socket.getLocalPort()));
            waiting.add(channel);
        }
    }

    String baseUrl() {
        return "http://127.0.0.1:" + socket.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        for (SocketChannel channel : waiting) {
            channel.close();
        }
        socket.close();
    }
}
