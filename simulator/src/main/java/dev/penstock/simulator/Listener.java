package dev.penstock.simulator;

import dev.penstock.simulator.clock.SimulatorClock;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Accepts connections, and can stop listening for a while so that new ones are refused. */
final class Listener implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(Listener.class.getName());
    private static final int BACKLOG = 4_096;
    private static final long RETRY_MICROS = 10_000;

    private final SimulatorClock clock;
    private final Consumer<SocketChannel> accepted;
    private final ReentrantLock lock = new ReentrantLock();
    private InetSocketAddress address;
    private @Nullable ServerSocketChannel channel;
    private @Nullable Thread acceptor;
    private boolean closed;

    Listener(SimulatorOptions options, Consumer<SocketChannel> accepted) {
        this.clock = options.clock();
        this.accepted = accepted;
        this.address = new InetSocketAddress(options.host(), options.port());
        try {
            channel = bind();
            this.address = (InetSocketAddress) channel.getLocalAddress();
        } catch (BindException e) {
            throw new SimulatorException(
                    "Cannot listen on " + options.host() + ":" + options.port() + ": " + e.getMessage()
                            + ". Stop the program that holds the port, or choose another one (0 takes any free port).",
                    e);
        } catch (IOException | UnresolvedAddressException e) {
            throw new SimulatorException(
                    "Cannot listen on " + options.host() + ":" + options.port()
                            + ": no address of this machine has that name. Give one that has, such as 127.0.0.1.",
                    e);
        }
    }

    InetSocketAddress address() {
        return address;
    }

    void start() {
        ServerSocketChannel first = channel;
        if (first != null) {
            acceptor = serve(first);
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

    private Thread serve(ServerSocketChannel server) {
        return Thread.ofVirtual().name("simulator-accept").start(() -> {
            while (server.isOpen()) {
                try {
                    accepted.accept(server.accept());
                } catch (IOException e) {
                    // closed, a connection that ended before it was taken, or no file descriptor left: then wait
                    pauseIfOpen(server);
                }
            }
        });
    }

    private void pauseIfOpen(ServerSocketChannel server) {
        try {
            clock.sleep(server.isOpen() ? RETRY_MICROS : 0);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** New connections are refused when this returns; those there are go on. */
    void refuse() {
        Thread stopped;
        lock.lock();
        try {
            stopped = closeChannel();
        } finally {
            lock.unlock();
        }
        await(stopped);
    }

    /** New connections are accepted again, on the same port. */
    void listen() {
        lock.lock();
        try {
            if (channel == null && !closed) {
                ServerSocketChannel opened = bind();
                channel = opened;
                acceptor = serve(opened);
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "the port was taken while connections were refused: {0}", address);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        Thread stopped;
        lock.lock();
        try {
            closed = true;
            stopped = closeChannel();
        } finally {
            lock.unlock();
        }
        await(stopped);
    }

    private @Nullable Thread closeChannel() {
        ServerSocketChannel open = channel;
        channel = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                LOG.log(System.Logger.Level.DEBUG, "closing the listening socket", e);
            }
        }
        return acceptor;
    }

    /** A channel that a virtual thread accepts from is only closed in truth by that thread. */
    private static void await(@Nullable Thread stopped) {
        if (stopped != null && stopped != Thread.currentThread()) {
            try {
                stopped.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
