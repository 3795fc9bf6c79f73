package dev.penstock.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** An address that neither accepts nor refuses: a listener whose queue is full, so that the kernel drops what knocks. */
final class BlackHole implements AutoCloseable {

    private static final int MORE_THAN_THE_QUEUE = 8;

    private final ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final List<SocketChannel> queued = new ArrayList<>();

    BlackHole() throws IOException {
        for (int i = 0; i < MORE_THAN_THE_QUEUE; i++) {
            SocketChannel channel = SocketChannel.open();
            channel.configureBlocking(false);
            channel.connect(new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort()));
            queued.add(channel);
        }
    }

    Origin origin() {
        return new Origin("http", "127.0.0.1", listener.getLocalPort());
    }

    @Override
    public void close() throws IOException {
        for (SocketChannel channel : queued) {
            channel.close();
        }
        listener.close();
    }
}
