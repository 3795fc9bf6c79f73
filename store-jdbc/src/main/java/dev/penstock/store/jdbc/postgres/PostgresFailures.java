package dev.penstock.store.jdbc.postgres;

import dev.penstock.store.StoreException;
import dev.penstock.store.StoreException.Kind;
import dev.penstock.store.jdbc.sql.SqlFailures;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;

/** What PostgreSQL's error codes mean for a store: postgresql.org/docs/current/errcodes-appendix.html. */
final class PostgresFailures implements SqlFailures {

    static final PostgresFailures KNOWN = new PostgresFailures();

    private static final String UNKNOWN = "?????";

    /** What a pool waited for in vain, where it does not say what its last try met: no connection could be made. */
    private static final String NOT_CONNECTED = "08001";

    /** The server's own limit on a transaction that pauses: it has undone it, and closed the connection. */
    private static final String PAUSED_TOO_LONG = "25P03";

    /** A statement waited for what somebody else holds as long as it may. */
    private static final String HELD = "55P03";

    /** The server ended a statement: it took too long, or somebody cancelled it. */
    private static final String ENDED = "57014";

    private PostgresFailures() {}

    @Override
    public Kind kind(SQLException failure) {
        String state = state(failure);
        return switch (state) {
            case "40001", "40P01", HELD, ENDED -> Kind.BUSY;
            case "53100" -> Kind.FULL;
            case "25006" -> Kind.READ_ONLY;
            case "42P01", "42703", "3F000" -> Kind.INCOMPATIBLE;
            case "XX001", "XX002" -> Kind.CORRUPT;
            default -> Kind.UNAVAILABLE;
        };
    }

    @Override
    public Blame blame(SQLException failure) {
        String state = state(failure);
        if (state.equals(HELD)) {
            return Blame.WHO_HOLDS_A_ROW;
        }
        if (meetsOthers(state) || state.equals("53100")) {
            return Blame.THE_GROUP;
        }
        return isLost(state) || isOfClass(state, "53") || state.equals("25006") ? Blame.NOBODYS : Blame.ITS_OWN;
    }

    /** The server restarts and replays its log by itself. */
    @Override
    public boolean endsTheStore(SQLException failure) {
        return false;
    }

    @Override
    public StoreException toStoreException(SQLException failure) {
        Kind kind = kind(failure);
        String state = state(failure);
        return new StoreException(kind, mend(kind, state) + " (" + words(failure) + ", " + state + ")", failure);
    }

    /**
     * Whether doing the same again may pass: nothing was done, and others were in the way or the connection was lost. A
     * pool that has no connection to give has waited already, and so has who got no answer.
     */
    boolean mayPassAgain(SQLException failure) {
        String state = state(failure);
        return meetsOthers(state) || (isLost(state) && !hasWaited(failure));
    }

    private static boolean hasWaited(SQLException failure) {
        return failure instanceof SQLTransientConnectionException
                || failure.getCause() instanceof SocketTimeoutException;
    }

    /**
     * Whether the server said that a commit did not happen; whatever else it says may have come after it did. Before a
     * commit that notifies it waits for others that do, as long as it waits for a row.
     */
    boolean isUndone(SQLException failedCommit) {
        String state = state(failedCommit);
        return state.equals(HELD) || isOfClass(state, "40") || isOfClass(state, "23") || isOfClass(state, "25");
    }

    /** Serialization failure and deadlock: the server undid the transaction so that another could go on. */
    private static boolean meetsOthers(String state) {
        return state.equals("40001") || state.equals("40P01");
    }

    /** Class 08, the shutdowns of class 57, and a session that was closed for its pause; 57014 is a statement's end. */
    private static boolean isLost(String state) {
        return isOfClass(state, "08")
                || (isOfClass(state, "57") && !state.equals(ENDED))
                || state.equals(PAUSED_TOO_LONG);
    }

    private static boolean isOfClass(String state, String digits) {
        return state.startsWith(digits);
    }

    /** The code of the first in the chain that has one: a pool wraps what its last try met. */
    private static String state(SQLException failure) {
        Throwable cause = failure;
        while (cause != null) {
            if (cause instanceof SQLException sql && sql.getSQLState() != null) {
                return sql.getSQLState();
            }
            cause = cause.getCause();
        }
        return failure instanceof SQLTransientConnectionException ? NOT_CONNECTED : UNKNOWN;
    }

    /** The server's own first line, which holds no value of a row; those stand in the lines after it. */
    private static String words(SQLException failure) {
        String message = String.valueOf(failure.getMessage());
        Throwable cause = failure;
        while (cause.getCause() instanceof SQLException deeper) {
            cause = deeper;
            message = String.valueOf(deeper.getMessage());
        }
        return message.lines().findFirst().orElse("");
    }

    private static String mend(Kind kind, String state) {
        return switch (kind) {
            case BUSY -> busy(state);
            case FULL -> "the disk of the database is full: free space";
            case READ_ONLY -> "the database takes no writes: name the primary, not a standby";
            case INCOMPATIBLE -> "the database lacks what a store has: do not change it by hand";
            case CORRUPT -> "the database is damaged: restore it from a backup";
            case UNAVAILABLE -> unavailable(state);
            case UNCERTAIN -> "nobody knows whether the write was committed";
            case LOCKED, UNSAFE_SETTINGS, CLOSED -> "the store refused";
        };
    }

    private static String busy(String state) {
        return state.equals(ENDED)
                ? "a statement took longer than it may, or somebody cancelled it: look what keeps the database busy"
                : "another transaction stood in the way for too long: end it, or let it commit sooner";
    }

    private static String unavailable(String state) {
        if (isOfClass(state, "28")) {
            return "the database does not let this user in: check user and password";
        }
        return switch (state) {
            case "3D000" -> "there is no such database: make it with createdb, a store makes only its tables";
            case "42501" -> "the user may not do that in this database: give it a schema of its own";
            case "54000" -> "a key or a name is too long for an index of PostgreSQL, which takes about 2,600 bytes";
            case "53300" -> "the server has no connection left: raise max_connections or use a pooler";
            default -> isLost(state) ? "the database does not answer" : "the database refused";
        };
    }
}
