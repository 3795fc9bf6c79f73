package dev.penstock.store.jdbc.write;

import java.sql.SQLException;
import java.util.IdentityHashMap;
import java.util.List;

/** Carries out many writes of a group with one statement, where a database can. */
@FunctionalInterface
public interface Bulk {

    /** Carries out none: each write is done by itself. */
    Bulk NONE = (transaction, works) -> new IdentityHashMap<>();

    /**
     * Carries out what it can.
     *
     * @param transaction the open transaction
     * @param works a group of two or more
     * @return results by work, by identity; whatever is absent is done by itself afterwards
     * @throws SQLException as the driver throws it; the group is then split
     */
    IdentityHashMap<Work<?>, Object> apply(Transaction transaction, List<Work<?>> works) throws SQLException;
}
