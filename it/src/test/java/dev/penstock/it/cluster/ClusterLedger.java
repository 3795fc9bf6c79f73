package dev.penstock.it.cluster;

import dev.penstock.it.support.LedgerView;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** What stands in the nodes' database beside operations and attempts, read with plain SQL on a way of its own. */
final class ClusterLedger {

    private static final String HELD = "SELECT op::text FROM operation WHERE worker = ? AND settled_at IS NULL";
    private static final String OPEN = "SELECT op_key FROM operation WHERE settled_at IS NULL";
    private static final String SUCCEEDED =
            "SELECT operation_id || '/' || generation FROM operation WHERE state = 'succeeded'";
    private static final String BY_EVIDENCE =
            "SELECT DISTINCT o.op_key FROM evidence e JOIN operation o USING (op) WHERE e.applied = 1";

    private static final int TRIES = 300;
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final String url;

    ClusterLedger(String url) {
        this.url = url;
    }

    /** Its operations and attempts. */
    LedgerView view() {
        return LedgerView.of(url);
    }

    /** Every process that has a row; none before the first has made the tables. */
    Set<String> workers() {
        boolean made =
                !all("SELECT 'made' WHERE to_regclass('worker') IS NOT NULL").isEmpty();
        return made ? new HashSet<>(all("SELECT id FROM worker")) : new HashSet<>();
    }

    /** What a process holds and has not settled. */
    List<String> heldBy(String worker) {
        return all(HELD, worker);
    }

    /** The keys of what has not ended. */
    List<String> open() {
        return all(OPEN);
    }

    /** What has a result. */
    Set<String> succeeded() {
        return new HashSet<>(all(SUCCEEDED));
    }

    /** How many of the account's permits belong to processes other than these. */
    int permitsOfOthersThan(Set<String> workers) {
        int sum = 0;
        for (String row : all("SELECT permits || ' ' || worker FROM account_permit WHERE permits > 0")) {
            String[] cells = row.split(" ", 2);
            sum += workers.contains(cells[1]) ? 0 : Integer.parseInt(cells[0]);
        }
        return sum;
    }

    /** How often rows of workers were written anew since the tables were made, by PostgreSQL's own count. */
    long heartbeats() {
        return Long.parseLong(all("SELECT n_tup_upd::text FROM pg_stat_user_tables WHERE relname = 'worker'")
                .getFirst());
    }

    /** The keys whose unknown outcome was settled by a late report of the attempt itself. */
    Set<String> settledByEvidence() {
        return new HashSet<>(all(BY_EVIDENCE));
    }

    /** The drill itself restarts the database and ends its connections: whoever looks meanwhile looks again. */
    private List<String> all(String sql, String... values) {
        for (int tries = 1; ; tries++) {
            try {
                return allAtOnce(sql, values);
            } catch (SQLException e) {
                if (tries == TRIES) {
                    throw new IllegalStateException(e);
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    private List<String> allAtOnce(String sql, String... values) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setString(i + 1, values[i]);
            }
            List<String> all = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    all.add(rows.getString(1));
                }
            }
            return all;
        }
    }
}
