package dev.penstock.store.jdbc.sqlite;

import dev.penstock.store.StoreException;
import dev.penstock.store.StoreException.Kind;
import dev.penstock.store.jdbc.sql.SqlFailures;
import java.nio.file.Path;
import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** What SQLite's result codes mean for a store: sqlite.org/rescode.html. */
final class SqliteFailures implements SqlFailures {

    static final SqliteFailures KNOWN = new SqliteFailures();

    private static final int PRIMARY = 0xff;

    private SqliteFailures() {}

    @Override
    public Kind kind(SQLException failure) {
        if (!(failure instanceof SQLiteException sqlite)) {
            return Kind.UNAVAILABLE;
        }
        SQLiteErrorCode primary = SQLiteErrorCode.getErrorCode(sqlite.getResultCode().code & PRIMARY);
        if (primary == SQLiteErrorCode.SQLITE_BUSY || primary == SQLiteErrorCode.SQLITE_LOCKED) {
            return Kind.BUSY;
        }
        if (primary == SQLiteErrorCode.SQLITE_FULL) {
            return Kind.FULL;
        }
        if (primary == SQLiteErrorCode.SQLITE_READONLY
                || primary == SQLiteErrorCode.SQLITE_CANTOPEN
                || primary == SQLiteErrorCode.SQLITE_PERM) {
            return Kind.READ_ONLY;
        }
        if (primary == SQLiteErrorCode.SQLITE_NOTADB) {
            return Kind.INCOMPATIBLE;
        }
        return primary == SQLiteErrorCode.SQLITE_CORRUPT ? Kind.CORRUPT : Kind.UNAVAILABLE;
    }

    @Override
    public Blame blame(SQLException failure) {
        if (endsTheStore(failure)) {
            return Blame.NOBODYS;
        }
        return switch (kind(failure)) {
            case FULL -> Blame.THE_GROUP;
            case BUSY, READ_ONLY -> Blame.NOBODYS;
            case LOCKED, UNSAFE_SETTINGS, INCOMPATIBLE, UNAVAILABLE, CLOSED, UNCERTAIN, CORRUPT -> Blame.ITS_OWN;
        };
    }

    /** The disk failed: nothing that was written can be trusted. */
    @Override
    public boolean endsTheStore(SQLException failure) {
        if (!(failure instanceof SQLiteException sqlite)) {
            return false;
        }
        SQLiteErrorCode primary = SQLiteErrorCode.getErrorCode(sqlite.getResultCode().code & PRIMARY);
        return primary == SQLiteErrorCode.SQLITE_IOERR || primary == SQLiteErrorCode.SQLITE_CORRUPT;
    }

    /**
     * Whether SQLite undoes the whole transaction where it reports such a failure, a commit's included:
     * sqlite.org/lang_transaction.html, "Response to errors within a transaction".
     */
    boolean rollsBack(SQLException failure) {
        Kind kind = kind(failure);
        return kind == Kind.FULL || kind == Kind.BUSY;
    }

    @Override
    public StoreException toStoreException(SQLException failure) {
        Kind kind = kind(failure);
        return new StoreException(kind, mend(kind) + " (" + failure.getMessage() + ")", failure);
    }

    /** The same where nobody has named the file yet. */
    StoreException whileOpening(Path file, SQLException failure) {
        StoreException nameless = toStoreException(failure);
        return new StoreException(nameless.kind(), file + ": " + nameless.getMessage(), failure);
    }

    private static String mend(Kind kind) {
        return switch (kind) {
            case BUSY -> "another program holds the store's write lock: end it, or let it commit sooner";
            case FULL -> "the disk that holds the store is full: free space";
            case READ_ONLY -> "the store cannot be written: check the rights of the file and its directory";
            case INCOMPATIBLE -> "this file is not a store";
            case CORRUPT -> "the store is damaged: restore a copy made by `ops backup`";
            case UNAVAILABLE -> "the store does not answer";
            case UNCERTAIN -> "nobody knows whether the write was committed";
            case LOCKED, UNSAFE_SETTINGS, CLOSED -> "the store refused";
        };
    }
}
