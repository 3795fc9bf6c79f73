package dev.penstock.queue.rabbitmq;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What lies between a client and a broker: a port that leads to the broker's, and may be cut. Thread-safe. */
final class Wire implements AutoCloseable {

    private final ServerSocket listener;
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    Wire(int target) throws IOException {
        this.target = target;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Resets what is connected; it may connect again. */
    void cut() {
        for (Socket socket : sockets) {
            close(socket);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        cut();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.add(client);
                sockets.add(server);
                Thread.ofVirtual().start(() -> pass(client, server));
                Thread.ofVirtual().start(() -> pass(server, client));
            } catch (IOException e) {
                // Closed, or the broker is away: whoever connects finds out.
            }
        }
    }

    private void pass(Socket from, Socket to) {
        try (from;
                to;
                InputStream in = from.getInputStream()) {
            in.transferTo(to.getOutputStream());
        } catch (IOException e) {
            // Cut on either side.
        }
    }

    private static void close(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            // It is closed already.
        }
    }
}
