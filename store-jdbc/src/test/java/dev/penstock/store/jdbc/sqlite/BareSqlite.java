package dev.penstock.store.jdbc.sqlite;

import dev.penstock.store.jdbc.sql.SqlSession;
import dev.penstock.store.jdbc.write.Transactions;
import dev.penstock.time.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;

/** A SQLite file without a ledger in it, for the tests of what writes to it. */
public final class BareSqlite {

    private BareSqlite() {}

    /** Opens a connection that writes, with the one table of a store that a transaction asks for. */
    public static SqlSession open(Path file) throws SQLException {
        SqlSession session = new SqliteConnections(file, SqliteSettings.defaults()).openWriter();
        session.sql("CREATE TABLE meta (name TEXT PRIMARY KEY, value BLOB) STRICT")
                .update();
        return session;
    }

    /** Transactions on it. */
    public static Transactions transactions(SqlSession session, Path directory) throws IOException, SQLException {
        SqliteSettings settings = SqliteSettings.defaults().withDiskReserve(0);
        return new SqliteTransactions(session, Time.system(), settings, Files.getFileStore(directory));
    }
}
