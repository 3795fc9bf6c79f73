package dev.penstock.store.jdbc.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** The pooler PgBouncer in transaction mode: the server's sessions are lent out for one transaction at a time. */
final class PgBouncer implements AutoCloseable {

    static final Path BINARY = Path.of("/usr/sbin/pgbouncer");

    private final Path directory;
    private final Process process;
    private final int port;

    private PgBouncer(Path directory, Process process, int port) {
        this.directory = directory;
        this.process = process;
        this.port = port;
    }

    /** Whether tests that need it can run here; where everything has to run, one that is missing is a failure. */
    static boolean isExpected() {
        return Files.isExecutable(BINARY) || System.getenv("CI") != null;
    }

    /** Starts one in front of a server, on a free port. */
    static PgBouncer inFrontOf(PostgresServer server) {
        if (!Files.isExecutable(BINARY)) {
            throw new IllegalStateException(BINARY + " is not there: install the package pgbouncer");
        }
        try {
            int port = freePort();
            Path directory = Files.createTempDirectory(
                    "pgbouncer", PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
            Path file = Files.writeString(directory.resolve("pgbouncer.ini"), """
                    [databases]
                    * = host=127.0.0.1 port=%s user=postgres
                    [pgbouncer]
                    listen_addr = 127.0.0.1
                    listen_port = %d
                    unix_socket_dir =
                    auth_type = any
                    pool_mode = transaction
                    default_pool_size = 3
                    max_client_conn = 500
                    ignore_startup_parameters = extra_float_digits
                    """.formatted(
                            server.address("postgres").hosts().split(":")[1], port));
            List<String> words = new ArrayList<>(List.of(BINARY.toString(), "-q"));
            if (System.getProperty("user.name").equals("root")) {
                words.addAll(List.of("-u", "nobody"));
            }
            words.add(file.toString());
            Process process = new ProcessBuilder(words)
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("log").toFile())
                    .start();
            PgBouncer bouncer = new PgBouncer(directory, process, port);
            bouncer.awaitReady();
            return bouncer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same database by way of it. */
    PostgresAddress to(PostgresAddress database) {
        return PostgresAddress.parse(
                "postgresql://" + database.user() + "@127.0.0.1:" + port + "/" + database.database(), Map.of());
    }

    private void awaitReady() throws IOException {
        while (true) {
            if (!process.isAlive()) {
                throw new IllegalStateException(Files.readString(directory.resolve("log")));
            }
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                return;
            } catch (IOException e) {
                LockSupport.parkNanos(20_000_000);
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
