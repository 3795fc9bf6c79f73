package dev.penstock.it.cluster;

import dev.penstock.it.support.Await;
import dev.penstock.it.support.Chat;
import dev.penstock.it.support.ChatSocket;
import dev.penstock.it.support.GatewayProcess;
import dev.penstock.it.support.PostgresServer;
import dev.penstock.it.support.Said;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/** One place for a gateway: its processes one after another, and its way to the database. Thread-safe. */
final class Node implements AutoCloseable {

    /** One key for all of them: a caller goes to whichever it likes. */
    static final String CLIENT_KEY = "cluster-client-key";

    /** Whoever waits longer than this leaves, and asks another node. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    /** Who comes new into the table of workers while it is held is the node that is waited for. */
    private static final ReentrantLock REGISTERING = new ReentrantLock();

    private final Path directory;
    private final DatabaseLink link;
    private final ClusterLedger ledger;
    private final List<String> options;
    private final ReentrantLock trouble = new ReentrantLock();
    private volatile GatewayProcess gateway;
    private volatile int port;
    private volatile String worker;
    private volatile boolean well;

    /** Starts it. */
    Node(Path directory, DatabaseLink link, String database, ClusterLedger ledger) {
        this.directory = directory;
        this.link = link;
        this.ledger = ledger;
        this.options =
                List.of("--config", "gateway.yaml", "--store", PostgresServer.store(database, link.port()), "--quiet");
        start();
    }

    /** Held by what is done to it, so that one thing is done at a time. */
    ReentrantLock trouble() {
        return trouble;
    }

    /** What lies between it and the database. */
    DatabaseLink link() {
        return link;
    }

    /** Who it is in the table of workers. */
    String worker() {
        return worker;
    }

    /** Whether it runs, and reaches the database. */
    boolean isWell() {
        return well;
    }

    void isWell(boolean value) {
        well = value;
    }

    /** Asks for a completion; whoever has waited for too long leaves. */
    Said ask(Chat chat) throws IOException {
        return ask(chat, PATIENCE);
    }

    /** The same with another patience. */
    Said ask(Chat chat, Duration patience) throws IOException {
        try (ChatSocket call = ChatSocket.send(port, CLIENT_KEY, chat, 0)) {
            return call.patient(patience).read();
        }
    }

    /** Asks for a completion that nobody waits for. */
    Said submit(Chat chat) throws IOException {
        try (ChatSocket call = ChatSocket.submit(port, CLIENT_KEY, chat)) {
            return call.patient(PATIENCE).read();
        }
    }

    void kill() {
        well = false;
        gateway.process().kill();
        gateway.close();
    }

    void start() {
        registers(() -> {
            gateway = GatewayProcess.start(GatewayProcess.command(directory, options.toArray(String[]::new))
                    .with("PENSTOCK_CLIENT_KEY", CLIENT_KEY));
            port = gateway.port();
        });
        well = true;
    }

    void stop() {
        well = false;
        signal("STOP");
    }

    /** It has slept through its lease, and registers again. */
    void goOn() {
        registers(() -> signal("CONT"));
        well = true;
    }

    private void registers(Runnable because) {
        REGISTERING.lock();
        try {
            Set<String> before = ledger.workers();
            because.run();
            Await.until("it registers", () -> {
                Set<String> now = ledger.workers();
                now.removeAll(before);
                now.stream().findAny().ifPresent(id -> worker = id);
                return !now.isEmpty();
            });
        } finally {
            REGISTERING.unlock();
        }
    }

    private void signal(String name) {
        try {
            new ProcessBuilder(
                            "kill", "-" + name, Long.toString(gateway.process().pid()))
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        gateway.close();
        link.close();
    }
}
