package dev.penstock.store.jdbc.ledger;

import dev.penstock.store.StoreException;
import java.nio.file.Path;

/** Makes consistent copies of a store beside its engine. */
public interface Copies {

    /**
     * Makes one.
     *
     * @param target a file that does not exist yet
     * @throws StoreException if it cannot be made
     */
    void write(Path target);
}
