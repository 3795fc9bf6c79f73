package dev.penstock.store.jdbc.ledger;

import dev.penstock.store.KeyRing;
import dev.penstock.store.jdbc.sql.SqlRow;
import dev.penstock.store.jdbc.sql.SqlSession;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** The store's own notes: the fingerprint keys, the mark of a restored copy, where it is and since when. */
public final class Meta {

    private static final String KEY_PREFIX = "fingerprint_key.";
    private static final String SERVER = "server";
    private static final String TABLE = "operation_table";
    private static final String MOVED_AT = "moved_at";
    private static final String UNCONFIRMED = "unconfirmed_copy";
    private static final int KEY_BYTES = 32;

    private Meta() {}

    /** Makes the first fingerprint key, if there is none. */
    public static void makeKey(SqlSession session, RandomGenerator random) throws SQLException {
        byte[] first = new byte[KEY_BYTES];
        random.nextBytes(first);
        session.sql("INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING")
                .text(KEY_PREFIX + 1)
                .bytes(first)
                .update();
    }

    /** The keys of fingerprints. */
    public static KeyRing readKeyRing(SqlSession session) throws SQLException {
        List<Map.Entry<Integer, byte[]>> rows = session.sql(
                        "SELECT substr(name, 17), value FROM meta WHERE substr(name, 1, 16) = ?")
                .text(KEY_PREFIX)
                .all(row -> Map.entry(Integer.valueOf(row.text()), row.bytes()));
        Map<Integer, byte[]> keys = new TreeMap<>();
        rows.forEach(row -> keys.put(row.getKey(), row.getValue()));
        return new KeyRing(keys);
    }

    /** Whether the store is a restored copy whose open work nobody has confirmed. */
    public static boolean isUnconfirmedCopy(SqlSession session) throws SQLException {
        return session.sql("SELECT 1 FROM meta WHERE name = ?")
                .text(UNCONFIRMED)
                .any();
    }

    /** Marks a copy. */
    public static void markUnconfirmedCopy(SqlSession session) throws SQLException {
        session.sql("INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING")
                .text(UNCONFIRMED)
                .bytes(new byte[] {1})
                .update();
    }

    /**
     * Whether the store is on the server, and in the history, that it was on before, and in the same table; what it does not
     * remember yet it does from now on. Others wait for the answer.
     */
    public static boolean isWhereItWas(SqlSession session, String server, String table) throws SQLException {
        boolean isOnServer = isRemembered(session, SERVER, server);
        return isRemembered(session, TABLE, table) && isOnServer;
    }

    private static boolean isRemembered(SqlSession session, String name, String value) throws SQLException {
        byte[] named = value.getBytes(StandardCharsets.UTF_8);
        session.sql("INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING")
                .text(name)
                .bytes(named)
                .update();
        byte[] remembered = session.sql("SELECT value FROM meta WHERE name = ? FOR UPDATE")
                .text(name)
                .first(SqlRow::bytes);
        return Arrays.equals(named, remembered);
    }

    /** Notes where the store is from now on. */
    public static void moveTo(SqlSession session, String server, String table, long now) throws SQLException {
        put(session, SERVER, server);
        put(session, TABLE, table);
        put(session, MOVED_AT, Long.toString(now));
    }

    /** When the store came to the server that it is on, epoch milliseconds; 0 if it was never on another. */
    static long movedAt(SqlSession session) throws SQLException {
        byte[] noted = session.sql("SELECT value FROM meta WHERE name = ?")
                .text(MOVED_AT)
                .first(SqlRow::bytes);
        return noted == null ? 0 : Long.parseLong(new String(noted, StandardCharsets.UTF_8));
    }

    private static void put(SqlSession session, String name, String value) throws SQLException {
        session.sql("""
                        INSERT INTO meta (name, value) VALUES (?, ?)
                        ON CONFLICT (name) DO UPDATE SET value = excluded.value""")
                .text(name)
                .bytes(value.getBytes(StandardCharsets.UTF_8))
                .update();
    }

    static void confirmCopy(SqlSession session) throws SQLException {
        session.sql("DELETE FROM meta WHERE name = ?").text(UNCONFIRMED).update();
    }
}
