package dev.penstock.store.jdbc.sql;

import dev.penstock.store.StoreException;
import dev.penstock.store.StoreException.Kind;
import java.sql.SQLException;

/** What the failures of one database mean for a store. */
public interface SqlFailures {

    /** Whose fault a failed statement is, when several writes share a transaction. */
    enum Blame {
        /** The write whose statement it was: the others may go on without it. */
        ITS_OWN,
        /** Somebody outside holds a row that one of the writes needs: it has to wait, and the others may go on. */
        WHO_HOLDS_A_ROW,
        /** The writes are too many or meet each other: fewer of them may pass. */
        THE_GROUP,
        /** Nobody's: no write would pass now. */
        NOBODYS
    }

    /** What went wrong. */
    Kind kind(SQLException failure);

    /** Whose fault it is. */
    Blame blame(SQLException failure);

    /** Whether nothing that was written can be trusted after it: the process has to end. */
    boolean endsTheStore(SQLException failure);

    /** The same for whoever uses the store: cause and mend, and no content of an operation. */
    StoreException toStoreException(SQLException failure);
}
