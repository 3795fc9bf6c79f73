package dev.penstock.store.jdbc.sql;

import dev.penstock.store.StoreException;
import dev.penstock.store.StoreException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Brings a schema forward, one numbered script after another, each with its version. Forward only; a store of a newer
 * version is refused (docs/adr/0004-own-migrations.md). Whoever calls it holds a transaction that lets nobody else in.
 *
 * @param folder where the scripts lie, seen from the package of the dialects
 * @param scripts the names of the scripts; version N is the Nth, and what was released never changes
 * @param tables gives the names of the tables that are there
 * @param versions makes the table of versions
 */
public record Migrations(String folder, List<String> scripts, String tables, String versions) {

    private static final String ROOT = "/dev/penstock/store/jdbc/migrations/";

    private static final String NOTE = "INSERT INTO schema_version (version, name, applied_at) VALUES (?, ?, ?)";

    /** Applies what is missing. */
    public void migrate(SqlSession session, long now) throws SQLException {
        for (int version = version(session) + 1; version <= scripts.size(); version++) {
            apply(session, version, now);
        }
    }

    /** Whether nothing is missing; a store of a newer version and another program's database are refused. */
    public boolean isCurrent(SqlSession session) throws SQLException {
        return version(session) == scripts.size();
    }

    /** Refuses whatever is not a store of exactly this version. */
    public void requireCurrent(SqlSession session) throws SQLException {
        int version = version(session);
        if (version == 0) {
            throw new StoreException(
                    Kind.INCOMPATIBLE, "there is no store in it yet: `run` or `serve` makes one", null);
        }
        if (version != scripts.size()) {
            throw new StoreException(
                    Kind.INCOMPATIBLE,
                    "the store was made by an older Penstock: open it with `run` or `serve` first",
                    null);
        }
    }

    /** Whether there is no table yet, neither of a store nor of anybody else. */
    public boolean isEmpty(SqlSession session) throws SQLException {
        return names(session).isEmpty();
    }

    /** The version of a store of ours, 0 of an empty database. */
    private int version(SqlSession session) throws SQLException {
        List<String> names = names(session);
        if (names.isEmpty()) {
            return 0;
        }
        if (!names.contains("schema_version")) {
            throw new StoreException(Kind.INCOMPATIBLE, "this database is not a store of Penstock", null);
        }
        return known(session.sql("SELECT coalesce(max(version), 0) FROM schema_version")
                .first(SqlRow::number));
    }

    private int known(@Nullable Long version) {
        if (version == null || version > scripts.size()) {
            throw new StoreException(
                    Kind.INCOMPATIBLE,
                    "the store was made by a newer Penstock (schema " + version + ", known here " + scripts.size()
                            + "): use that one",
                    null);
        }
        return version.intValue();
    }

    private List<String> names(SqlSession session) throws SQLException {
        try (SqlStatement names = session.once(tables)) {
            return names.all(SqlRow::text);
        }
    }

    private void apply(SqlSession session, int version, long now) throws SQLException {
        if (version == 1) {
            run(session, versions);
        }
        String script = scripts.get(version - 1);
        for (String statement : read(script).split(";\n")) {
            if (!statement.isBlank()) {
                run(session, statement);
            }
        }
        session.sql(NOTE).number(version).text(script).number(now).update();
    }

    private static void run(SqlSession session, String statement) throws SQLException {
        try (SqlStatement prepared = session.once(statement)) {
            prepared.update();
        }
    }

    private String read(String script) {
        try (InputStream in = Migrations.class.getResourceAsStream(ROOT + folder + "/" + script)) {
            if (in == null) {
                throw new IllegalStateException("the migration " + script + " is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
