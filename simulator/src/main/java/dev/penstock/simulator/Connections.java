package dev.penstock.simulator;

import dev.penstock.simulator.script.ConnectionRule;
import dev.penstock.simulator.script.Ending.IdleClose;
import dev.penstock.simulator.wire.ClientConnection;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The connections there are, each with the virtual thread that serves it. */
final class Connections {

    private static final System.Logger LOG = System.getLogger(Connections.class.getName());
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Engine engine;
    private final ControlApi control;
    private final AtomicLong ids = new AtomicLong();
    private final Map<ClientConnection, Thread> open = new ConcurrentHashMap<>();

    Connections(Engine engine, ControlApi control) {
        this.engine = engine;
        this.control = control;
    }

    /** Takes a connection and serves it. */
    void accept(SocketChannel channel) {
        try {
            ClientConnection connection = new ClientConnection(channel, ids.incrementAndGet(), engine.clock());
            Thread thread = Thread.ofVirtual().unstarted(() -> run(connection));
            open.put(connection, thread);
            thread.start();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "a connection ended before it was served", e);
        }
    }

    private void run(ClientConnection connection) {
        try {
            if (begins(connection)) {
                serve(connection);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            connection.close();
            open.remove(connection);
        }
    }

    private boolean begins(ClientConnection connection) throws InterruptedException {
        Optional<ConnectionRule> rule = engine.book().forConnection();
        if (rule.isEmpty()) {
            return true;
        }
        switch (rule.get().then()) {
            case ConnectionRule.End end -> {
                switch (end.how()) {
                    case FIN -> connection.end();
                    case RST -> connection.reset();
                }
                return false;
            }
            case ConnectionRule.Hold hold -> {
                engine.clock().sleep(hold.span().draw(engine.book().chance(connection.id())));
                return true;
            }
        }
    }

    private void serve(ClientConnection connection) throws InterruptedException {
        long idle = TimeUnit.MILLISECONDS.toMicros(engine.options().idle().toMillis());
        while (connection.awaitByte(idle)) {
            Exchange.Next next = new Exchange(engine, control, connection).serve();
            switch (next) {
                case Exchange.Closed ignored -> {
                    return;
                }
                case Exchange.Open kept -> {
                    if (kept.idle() != null && !staysFor(connection, kept.idle())) {
                        return;
                    }
                }
            }
        }
    }

    /** Waits for the next request as long as the script lets it; false if the connection is then to be closed. */
    private boolean staysFor(ClientConnection connection, IdleClose idle) {
        long micros = idle.after().draw(engine.book().chance(connection.id()));
        if (connection.awaitByte(micros)) {
            return true;
        }
        byte[] farewell = idle.farewell().toBytes();
        connection.write(farewell, 0, farewell.length);
        connection.close();
        return false;
    }

    long count() {
        return ids.get();
    }

    int openCount() {
        return open.size();
    }

    /** Ends all connections but one, and waits for their threads. */
    void abortAllBut(Thread spared) {
        open.forEach((connection, thread) -> {
            if (thread != spared) {
                connection.abort();
                thread.interrupt();
            }
        });
        for (Thread thread : open.values()) {
            if (thread != spared) {
                join(thread);
            }
        }
    }

    private static void join(Thread thread) {
        try {
            if (!thread.join(PATIENCE)) {
                LOG.log(System.Logger.Level.WARNING, "a connection does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
