package dev.penstock.store.jdbc.postgres;

import dev.penstock.store.KeyRing;
import dev.penstock.store.StoreException;
import dev.penstock.store.jdbc.ledger.Meta;
import dev.penstock.store.jdbc.sql.SqlReads;
import dev.penstock.store.jdbc.sql.SqlSession;
import java.sql.SQLException;

/** What is done once when a store is opened, on a connection of its own. */
final class Opening {

    private Opening() {}

    /**
     * What was found.
     *
     * @param keyRing the store's keys
     * @param isPooled whether a pooler stands in front of the server
     */
    record Found(KeyRing keyRing, boolean isPooled) {}

    /** Looks at the server, brings the schema up to date where this process may, and reads the store's keys. */
    static Found prepare(PostgresOptions options, ServerTime clock) {
        return alone(options, session -> prepare(options, session, clock));
    }

    /** Looks without changing anything. */
    static PostgresLook look(PostgresOptions options) {
        return alone(
                options,
                session -> new PostgresLook(Durability.version(session), !PostgresSchema.MIGRATIONS.isEmpty(session)));
    }

    private static Found prepare(PostgresOptions options, SqlSession session, ServerTime clock) throws SQLException {
        session.connection().setAutoCommit(false);
        switch (options.role()) {
            case ENGINE -> {
                Upgrade.run(options, session, clock);
                Meta.makeKey(session, options.random());
            }
            case OBSERVER -> {
                Upgrade.begin(options, session, clock);
                PostgresSchema.MIGRATIONS.requireCurrent(session);
            }
        }
        KeyRing keyRing = Meta.readKeyRing(session);
        boolean isPooled = PostgresConnections.isPooled(session);
        session.connection().commit();
        return new Found(keyRing, isPooled);
    }

    private static <T> T alone(PostgresOptions options, SqlReads.Read<T> work) {
        PostgresConnections connections = new PostgresConnections(options.address(), options.settings());
        try (SqlSession session = connections.openAlone()) {
            Durability.require(session, options.settings());
            return work.apply(session);
        } catch (SQLException e) {
            StoreException nameless = PostgresFailures.KNOWN.toStoreException(e);
            throw new StoreException(nameless.kind(), options.address() + ": " + nameless.getMessage(), e);
        }
    }
}
