package dev.penstock.queue.rabbitmq;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import dev.penstock.time.Deadline;
import dev.penstock.time.Time;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A RabbitMQ broker of a test's own: on the loopback alone, on free ports, in a folder of its own. It may be killed and
 * started again under those who use it.
 */
public final class RabbitServer implements AutoCloseable {

    private static final Path SCRIPT = Path.of("/usr/lib/rabbitmq/bin/rabbitmq-server");
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final long LOOK = Duration.ofMillis(50).toNanos();

    private final Path folder;
    private final int port = freePort();
    private final int names = freePort();
    private final int distribution = freePort();
    private final Process nameServer;
    private Process node;

    private RabbitServer() throws IOException {
        folder = Files.createTempDirectory("penstock-rabbit");
        Files.writeString(folder.resolve("rabbitmq.conf"), """
                listeners.tcp.1 = 127.0.0.1:%d
                log.file.level = warning
                disk_free_limit.absolute = 1MB
                """.formatted(port));
        Files.writeString(folder.resolve("enabled_plugins"), "[].");
        nameServer = started("epmd", "-address", "127.0.0.1", "-port", Integer.toString(names));
        node = started(SCRIPT.toString());
        awaitReady();
    }

    /** Whether tests that need it can run here; where everything has to run, one that is missing is a failure. */
    public static boolean isExpected() {
        return Files.isExecutable(SCRIPT) || System.getenv("CI") != null;
    }

    /**
     * Starts one, and waits until it can be used.
     *
     * @throws IllegalStateException if RabbitMQ is not installed
     */
    public static RabbitServer start() {
        if (!Files.isExecutable(SCRIPT)) {
            throw new IllegalStateException(SCRIPT + " is not there: install the package rabbitmq-server");
        }
        try {
            return new RabbitServer();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int port() {
        return port;
    }

    /** Its address, for a user who may do everything. */
    public String address() {
        return "amqp://guest:guest@127.0.0.1:" + port;
    }

    /** A connection to it, for the test itself. */
    public Connection connect() {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(port);
        factory.setAutomaticRecoveryEnabled(false);
        try {
            return factory.newConnection();
        } catch (IOException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    /** As {@code kill -9} does. */
    public void kill() {
        node.destroyForcibly();
        node.onExit().join();
    }

    /** Starts it again after a {@link #kill()}, with what its disk holds. */
    public void startAgain() {
        try {
            node = started(SCRIPT.toString());
            awaitReady();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        kill();
        nameServer.destroyForcibly();
        nameServer.onExit().join();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** In the shell's own process: it is the broker's then, and ends with it. */
    private Process started(String... words) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(List.of(words)))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("output").toFile()));
        builder.environment().keySet().removeIf(name -> name.startsWith("RABBITMQ_") || name.startsWith("ERL_"));
        builder.environment()
                .putAll(Map.ofEntries(
                        Map.entry("HOME", folder.toString()),
                        Map.entry("NOTIFY_SOCKET", folder.resolve("nobody").toString()),
                        Map.entry("ERL_EPMD_PORT", Integer.toString(names)),
                        Map.entry("ERL_EPMD_ADDRESS", "127.0.0.1"),
                        Map.entry("RABBITMQ_NODENAME", "penstock-" + port + "@localhost"),
                        Map.entry("RABBITMQ_DIST_PORT", Integer.toString(distribution)),
                        Map.entry(
                                "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS",
                                "+S 2:2 -kernel inet_dist_use_interface {127,0,0,1}"),
                        Map.entry(
                                "RABBITMQ_CONF_ENV_FILE", folder.resolve("none").toString()),
                        Map.entry(
                                "RABBITMQ_CONFIG_FILE",
                                folder.resolve("rabbitmq.conf").toString()),
                        Map.entry(
                                "RABBITMQ_ENABLED_PLUGINS_FILE",
                                folder.resolve("enabled_plugins").toString()),
                        Map.entry(
                                "RABBITMQ_GENERATED_CONFIG_DIR",
                                folder.resolve("config").toString()),
                        Map.entry("RABBITMQ_MNESIA_BASE", folder.resolve("data").toString()),
                        Map.entry("RABBITMQ_LOG_BASE", folder.resolve("log").toString())));
        return builder.start();
    }

    private void awaitReady() throws IOException {
        Deadline patience = Time.system().deadlineAfter(PATIENCE);
        while (true) {
            if (!node.isAlive() || patience.isExpired()) {
                throw new IllegalStateException(
                        "the broker does not start:\n" + Files.readString(folder.resolve("output")));
            }
            try {
                connect().abort();
                return;
            } catch (IllegalStateException e) {
                LockSupport.parkNanos(LOOK);
            }
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
