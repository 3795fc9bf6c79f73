package dev.penstock.simulator;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Accepts connections, and can stop listening for a while so that new ones are refused. */
final class Listener implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(Listener.class.getName());
    private static final int BACKLOG = 4_096;

    private final Consumer<SocketChannel> accepted;
    private final ReentrantLock lock = new ReentrantLock();
    private InetSocketAddress address;
    private @Nullable ServerSocketChannel channel;
    private boolean closed;

    Listener(String host, int port, Consumer<SocketChannel> accepted) {
        this.accepted = accepted;
        this.address = new InetSocketAddress(host, port);
        try {
            channel = bind();
            this.address = (InetSocketAddress) channel.getLocalAddress();
        } catch (IOException | java.nio.channels.UnresolvedAddressException e) {
            throw new SimulatorException(
                    "Cannot listen on " + host + ":" + port + ": " + e.getMessage()
                            + ". Stop the program that holds the port, or choose another one (0 takes any free port).",
                    e);
        }
    }

    InetSocketAddress address() {
        return address;
    }

    void start() {
        ServerSocketChannel first = channel;
        if (first != null) {
            serve(first);
        }
    }

    private ServerSocketChannel bind() throws IOException {
        ServerSocketChannel opened = ServerSocketChannel.open();
        try {
            opened.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            return opened.bind(address, BACKLOG);
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    private void serve(ServerSocketChannel server) {
        Thread.ofVirtual().name("simulator-accept").start(() -> {
            while (server.isOpen()) {
                try {
                    accepted.accept(server.accept());
                } catch (IOException e) {
                    // closed, or a connection that ended before it was taken
                }
            }
        });
    }

    /** New connections are refused; those there are go on. */
    void refuse() {
        lock.lock();
        try {
            closeChannel();
        } finally {
            lock.unlock();
        }
    }

    /** New connections are accepted again, on the same port. */
    void listen() {
        lock.lock();
        try {
            if (channel == null && !closed) {
                ServerSocketChannel opened = bind();
                channel = opened;
                serve(opened);
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "the port was taken while connections were refused: {0}", address);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            closeChannel();
        } finally {
            lock.unlock();
        }
    }

    private void closeChannel() {
        ServerSocketChannel open = channel;
        channel = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                LOG.log(System.Logger.Level.DEBUG, "closing the listening socket", e);
            }
        }
    }
}
