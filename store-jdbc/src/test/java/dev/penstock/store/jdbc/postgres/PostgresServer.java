package dev.penstock.store.jdbc.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A real server with data of its own, and databases in it. */
public final class PostgresServer implements AutoCloseable {

    /** Tests are about meaning: a file system in memory spares them the disk, where there is one. */
    private static final Path MEMORY = Path.of("/dev/shm");

    /** Files of the running server. */
    private static final Set<String> NOT_COPIED = Set.of("postmaster.pid", "postmaster.opts", "epg-lock");

    private static final String TEMPLATE = "penstock_template";

    private final Path directory;
    private Path data;
    private final AtomicInteger databases = new AtomicInteger();
    private EmbeddedPostgres server;
    private final int port;

    private PostgresServer() {
        try {
            directory = Files.isDirectory(MEMORY)
                    ? Files.createTempDirectory(MEMORY, "penstock-postgres")
                    : Files.createTempDirectory("penstock-postgres");
            data = directory.resolve("data");
            server = start(0);
            port = server.getPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Shared {
        static final PostgresServer SERVER = new PostgresServer();

        static {
            Runtime.getRuntime().addShutdownHook(new Thread(SERVER::close));
        }
    }

    /** The one of this process, which ends with it. */
    public static PostgresServer shared() {
        return Shared.SERVER;
    }

    /** One that a test may kill. */
    public static PostgresServer ownOne() {
        return new PostgresServer();
    }

    /** Makes an empty database. */
    public PostgresAddress newDatabase() {
        return make("TEMPLATE template0");
    }

    /** Makes a database that holds an empty store. */
    public synchronized PostgresAddress newStore() {
        if (!ask(address("postgres"), "SELECT count(*) FROM pg_database WHERE datname = '" + TEMPLATE + "'")
                .equals("1")) {
            tell(address("postgres"), "CREATE DATABASE " + TEMPLATE);
            PostgresLedger.open(PostgresStores.engine(address(TEMPLATE))).close();
        }
        return make("TEMPLATE " + TEMPLATE);
    }

    /** A copy of a database beside it, as a restored backup is. */
    public PostgresAddress copy(PostgresAddress database) {
        return make("TEMPLATE " + database.database());
    }

    private PostgresAddress make(String template) {
        String name = "store_" + databases.incrementAndGet();
        tell(address("postgres"), "CREATE DATABASE " + name + " " + template);
        return address(name);
    }

    /** Removes a database, whoever is connected to it. */
    public void drop(PostgresAddress database) {
        tell(address("postgres"), "DROP DATABASE " + database.database() + " WITH (FORCE)");
    }

    /** The address of a database of this server. */
    public PostgresAddress address(String database) {
        return PostgresAddress.parse("postgresql://postgres@localhost:" + port + "/" + database, Map.of());
    }

    /** SIGKILL for the server: its children end when they notice. */
    public void kill() throws IOException, InterruptedException {
        long pid = Long.parseLong(
                Files.readAllLines(data.resolve("postmaster.pid")).getFirst().strip());
        ProcessHandle postmaster = ProcessHandle.of(pid).orElseThrow();
        java.util.List<ProcessHandle> all =
                Stream.concat(Stream.of(postmaster), postmaster.descendants()).toList();
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(process -> process.onExit().join());
    }

    /** Starts it again on what the one before it left. */
    public void startAgain() throws IOException {
        Files.deleteIfExists(data.resolve("epg-lock"));
        server = start(port);
    }

    /** Copies what it holds now to a standby, which lacks everything that is committed later. */
    public Path standby() throws IOException {
        Path copy = directory.resolve("standby");
        try (Connection connection = connect(address("postgres"));
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_start_backup('standby', true, false)");
            copy(data, copy);
            try (ResultSet row = statement.executeQuery("SELECT labelfile FROM pg_stop_backup(false, false)")) {
                row.next();
                Files.writeString(copy.resolve("backup_label"), row.getString(1));
            }
            // What the copy needs to be whole.
            copy(data.resolve("pg_wal"), copy.resolve("pg_wal"));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        Files.createFile(copy.resolve("standby.signal"));
        return copy;
    }

    /** Starts a standby beside it, which answers and takes no writes; it is stopped by closing it. */
    public EmbeddedPostgres startBeside(Path standby) throws IOException {
        return start(standby, 0);
    }

    /** Kills it, and lets a standby take over behind the same address. */
    public void failOver(Path standby) throws IOException, InterruptedException {
        kill();
        data = standby;
        server = start(port);
        tell(address("postgres"), "SELECT pg_promote()");
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                boolean isOthers = NOT_COPIED.contains(file.getFileName().toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else if (!isOthers && Files.exists(file)) {
                    Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }
        Files.setPosixFilePermissions(to, Files.getPosixFilePermissions(from));
    }

    private EmbeddedPostgres start(int wanted) throws IOException {
        return start(data, wanted);
    }

    private static EmbeddedPostgres start(Path directory, int wanted) throws IOException {
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setDataDirectory(directory)
                .setCleanDataDirectory(false)
                .setRegisterShutdownHook(false)
                .setPGStartupWait(Duration.ofMinutes(2))
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("max_connections", "200");
        return (wanted == 0 ? builder : builder.setPort(wanted)).start();
    }

    /** Asks for one value. */
    public static String ask(PostgresAddress database, String sql) {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? String.valueOf(rows.getString(1)) : "";
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Has something done. */
    public static void tell(PostgresAddress database, String sql) {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A connection that knows nothing of the ledger, as another program's. */
    public static Connection connect(PostgresAddress database) throws SQLException {
        return DriverManager.getConnection(database.url(), database.user(), "");
    }

    @Override
    public void close() {
        try {
            server.close();
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
