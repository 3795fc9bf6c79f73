package dev.penstock.store.jdbc.postgres;

import dev.penstock.store.StoreException;
import dev.penstock.store.StoreException.Kind;
import dev.penstock.store.jdbc.ledger.Copies;
import java.nio.file.Path;

/** The server's own tools copy a database; a restored copy is recognised by its identity ({@link IdentityGuard}). */
final class PostgresCopies implements Copies {

    @Override
    public void write(Path target) {
        throw new StoreException(
                Kind.UNAVAILABLE,
                "a store in PostgreSQL is copied by PostgreSQL's own tools: pg_dump, or pg_basebackup with its log",
                null);
    }
}
