package dev.penstock.it.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The network between one node and its database: a port that leads to the server's, until it is cut, swallows what it is
 * given, or refuses. What was swallowed arrives when it is whole again, as after a partition. Thread-safe.
 */
final class DatabaseLink implements AutoCloseable {

    private enum State {
        WHOLE,
        BLACK_HOLE,
        CLOSED
    }

    private final int target;
    private final int port;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private State state = State.WHOLE;
    private volatile ServerSocket listener;

    /** How it fails. */
    enum Fault {
        /** What is connected is reset, and connects again. */
        RESET,
        /** Nothing comes through, and nobody is told. */
        BLACK_HOLE,
        /** What is connected is reset, and new connections are refused. */
        REFUSED
    }

    DatabaseLink(int target) {
        this.target = target;
        this.listener = listen(0);
        this.port = listener.getLocalPort();
        accept(listener);
    }

    /** Where a node connects. */
    int port() {
        return port;
    }

    /** Begins to fail. */
    void fail(Fault fault) {
        switch (fault) {
            case RESET -> reset();
            case BLACK_HOLE -> move(State.BLACK_HOLE);
            case REFUSED -> {
                closeQuietly(listener);
                reset();
            }
        }
    }

    /** Is as it was. */
    void heal() {
        if (listener.isClosed()) {
            listener = listen(port);
            accept(listener);
        }
        move(State.WHOLE);
    }

    @Override
    public void close() {
        move(State.CLOSED);
        closeQuietly(listener);
        reset();
    }

    private static ServerSocket listen(int port) {
        try {
            ServerSocket socket = new ServerSocket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return socket;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept(ServerSocket from) {
        Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    Socket node = from.accept();
                    sockets.add(node);
                    Thread.ofVirtual().start(() -> connect(node));
                }
            } catch (IOException e) {
                // It listens no more.
            }
        });
    }

    private void connect(Socket node) {
        Socket database = new Socket();
        try {
            database.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target));
            sockets.add(database);
            node.setTcpNoDelay(true);
            database.setTcpNoDelay(true);
            Thread.ofVirtual().start(() -> pump(database, node));
            pump(node, database);
        } catch (IOException e) {
            end(node, database);
        }
    }

    private void pump(Socket from, Socket to) {
        byte[] some = new byte[16 << 10];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(some); count >= 0; count = in.read(some)) {
                awaitWhole();
                out.write(some, 0, count);
            }
        } catch (IOException e) {
            // Its end is the other's end.
        } finally {
            end(from, to);
        }
    }

    private void awaitWhole() throws IOException {
        lock.lock();
        try {
            while (state == State.BLACK_HOLE) {
                changed.awaitUninterruptibly();
            }
            if (state == State.CLOSED) {
                throw new IOException("closed");
            }
        } finally {
            lock.unlock();
        }
    }

    private void move(State next) {
        lock.lock();
        try {
            state = next;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void reset() {
        sockets.removeIf(socket -> {
            try {
                socket.setSoLinger(true, 0);
            } catch (IOException e) {
                // It has ended.
            }
            closeQuietly(socket);
            return true;
        });
    }

    private void end(Socket one, Socket other) {
        closeQuietly(one);
        closeQuietly(other);
        sockets.remove(one);
        sockets.remove(other);
    }

    private static void closeQuietly(AutoCloseable socket) {
        try {
            socket.close();
        } catch (Exception e) {
            // It has ended.
        }
    }
}
