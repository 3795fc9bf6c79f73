package dev.penstock.store.jdbc.postgres;

import dev.penstock.store.StoreException;
import dev.penstock.store.StoreException.Kind;
import dev.penstock.store.jdbc.sql.SqlRow;
import dev.penstock.store.jdbc.sql.SqlSession;
import java.sql.SQLException;

/** Reads back the settings without which a server may lose what it acknowledged, and refuses it (design 8). */
final class Durability {

    private static final int OLDEST = 140_000;

    private Durability() {}

    /** Refuses a server that is too old, or a standby, or may lose commits and was not accepted as such. */
    static void require(SqlSession session, PostgresSettings settings) throws SQLException {
        if (Integer.parseInt(setting(session, "server_version_num")) < OLDEST) {
            throw new StoreException(
                    Kind.INCOMPATIBLE, "PostgreSQL " + version(session) + " is too old: 14 or newer is needed", null);
        }
        if (session.sql("SELECT 1 WHERE pg_is_in_recovery()").any()) {
            throw new StoreException(
                    Kind.READ_ONLY, "that server is a standby and takes no writes: name the primary", null);
        }
        if (!settings.unsafe()) {
            requireOn(session, "fsync");
            requireOn(session, "full_page_writes");
            requireOn(session, "synchronous_commit");
        }
    }

    private static void requireOn(SqlSession session, String name) throws SQLException {
        String value = setting(session, name);
        if (value.equals("off")) {
            throw new StoreException(
                    Kind.UNSAFE_SETTINGS,
                    "PostgreSQL's " + name + " is off: without it a commit may be lost. Switch it on for this"
                            + " database, or accept the loss with penstock.unsafe=true in its address",
                    null);
        }
    }

    static String version(SqlSession session) throws SQLException {
        return setting(session, "server_version");
    }

    private static String setting(SqlSession session, String name) throws SQLException {
        return String.valueOf(
                session.sql("SELECT current_setting(?)").text(name).first(SqlRow::text));
    }
}
