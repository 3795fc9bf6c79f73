package dev.penstock.store.jdbc.sqlite;

import dev.penstock.store.StoreException;
import dev.penstock.store.StoreException.Kind;
import dev.penstock.store.jdbc.ledger.Copies;
import dev.penstock.store.jdbc.ledger.Meta;
import dev.penstock.store.jdbc.sql.SqlSession;
import dev.penstock.store.jdbc.sql.SqlStatement;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;

/**
 * Copies a store beside its engine. The copy gets its mark before it gets its name, so that no copy without a mark can
 * be found under it.
 */
final class SqliteCopies implements Copies {

    private final SqliteConnections connections;
    private final SqliteSettings settings;

    SqliteCopies(SqliteConnections connections, SqliteSettings settings) {
        this.connections = connections;
        this.settings = settings;
    }

    @Override
    public void write(Path target) {
        Path unfinished = target.resolveSibling(target.getFileName() + ".unfinished");
        try {
            if (Files.exists(target)) {
                throw new StoreException(Kind.UNAVAILABLE, "there is a file at " + target + " already", null);
            }
            Files.deleteIfExists(unfinished);
            StoreFile.createPrivate(unfinished);
            copyAndMark(unfinished);
            sync(unfinished);
            Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw StoreFile.unusable(target, e);
        } catch (SQLException e) {
            throw SqliteFailures.KNOWN.toStoreException(e);
        }
    }

    private void copyAndMark(Path unfinished) throws SQLException {
        try (SqlSession source = connections.openReader();
                SqlStatement copy = source.once("VACUUM INTO ?")) {
            copy.text(unfinished.toString()).run();
        }
        try (SqlSession marked = new SqliteConnections(unfinished, settings).openWriter()) {
            Meta.markUnconfirmedCopy(marked);
        }
    }

    private static void sync(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }
}
