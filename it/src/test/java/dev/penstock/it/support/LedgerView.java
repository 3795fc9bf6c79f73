package dev.penstock.it.support;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The store's database, read with plain SQL and without any of our code. */
public final class LedgerView {

    private static final String GENERATIONS = """
            SELECT op, op_key, operation_id, generation, state, reason, received_at, settled_at, started, sent,
                   prompt_tokens, cost
            FROM operation ORDER BY op""";
    private static final String ATTEMPTS = """
            SELECT o.op_key, o.generation, a.number, a.started_at, a.ended_at, a.stage, a.verdict, a.status
            FROM attempt a JOIN operation o USING (op) ORDER BY a.op, a.number""";

    private final String url;

    /** A store's file. */
    public LedgerView(Path file) {
        this("jdbc:sqlite:file:" + file + "?mode=ro");
    }

    private LedgerView(String url) {
        this.url = url;
    }

    /** A store's database, by its address for the driver. */
    public static LedgerView of(String url) {
        return new LedgerView(url);
    }

    /**
     * One generation of a line.
     *
     * @param line its custom id
     * @param settledAt epoch milliseconds, -1 while it is open
     * @param hasUsage whether tokens or a price are known
     */
    public record Generation(
            String line,
            String operationId,
            int number,
            String state,
            String reason,
            long receivedAt,
            long settledAt,
            int started,
            int sent,
            boolean hasUsage) {}

    /** One attempt of a generation; {@code ended} says whether anybody reported its end. */
    public record Attempt(
            String line,
            int generation,
            int number,
            long startedAt,
            boolean ended,
            String stage,
            String verdict,
            int status) {

        /** Whether the ledger says that the provider has read the whole request. */
        public boolean isRead() {
            return Set.of("request_complete", "response_started", "response_complete")
                    .contains(stage.toLowerCase(java.util.Locale.ROOT));
        }
    }

    /** Every generation, in the order of creation. */
    public List<Generation> generations() {
        return read(
                GENERATIONS,
                row -> new Generation(
                        customId(row.getString("op_key")),
                        row.getString("operation_id"),
                        row.getInt("generation"),
                        row.getString("state"),
                        text(row, "reason"),
                        row.getLong("received_at"),
                        number(row, "settled_at"),
                        row.getInt("started"),
                        row.getInt("sent"),
                        row.getObject("prompt_tokens") != null || row.getObject("cost") != null));
    }

    /** The newest generation of each line. */
    public Map<String, Generation> newest() {
        return generations().stream()
                .collect(Collectors.toMap(
                        Generation::line, one -> one, (one, other) -> one.number() > other.number() ? one : other));
    }

    /** The lines whose newest generation meets a condition. */
    public Set<String> lines(Predicate<Generation> condition) {
        return newest().values().stream()
                .filter(condition)
                .map(Generation::line)
                .collect(Collectors.toSet());
    }

    /** The lines whose newest generation is in a state. */
    public Set<String> linesIn(String state) {
        return lines(generation -> generation.state().equalsIgnoreCase(state));
    }

    /** Whether anything was tried yet; no while the schema is still being made. */
    public boolean hasAttempts() {
        try {
            return !read("SELECT 1 FROM attempt LIMIT 1", row -> true).isEmpty();
        } catch (IllegalStateException e) {
            return false;
        }
    }

    /** Every attempt. */
    public List<Attempt> attempts() {
        return read(
                ATTEMPTS,
                row -> new Attempt(
                        customId(row.getString("op_key")),
                        row.getInt("generation"),
                        row.getInt("number"),
                        row.getLong("started_at"),
                        row.getObject("ended_at") != null,
                        text(row, "stage"),
                        text(row, "verdict"),
                        row.getInt("status")));
    }

    private interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    private <T> List<T> read(String sql, RowReader<T> reader) {
        try (Connection connection = DriverManager.getConnection(url);
                PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            List<T> all = new ArrayList<>();
            while (rows.next()) {
                all.add(reader.read(rows));
            }
            return all;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String text(ResultSet row, String column) throws SQLException {
        String value = row.getString(column);
        return value == null ? "" : value;
    }

    private static long number(ResultSet row, String column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? -1 : value;
    }

    /** A line's key is its batch's name, a slash and its custom id. */
    private static String customId(String key) {
        return key.substring(key.lastIndexOf('/') + 1);
    }
}
