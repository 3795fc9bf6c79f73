package dev.penstock.it.simulate;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.GenerationRef;
import dev.penstock.store.OperationId;
import dev.penstock.store.Tenant;
import dev.penstock.store.jdbc.sql.SqlRow;
import dev.penstock.store.jdbc.sql.SqlSession;
import dev.penstock.store.jdbc.sql.SqlStatement;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the database says, read by the judge with statements of its own. */
final class Findings {

    private static final String RIGHTS = """
            SELECT operation.operation_id, operation.generation, attempt.number, operation.worker, operation.replay,
                operation.cancel_requested_at, attempt.started_at,
                (SELECT count(*) FROM attempt earlier WHERE earlier.op = operation.op
                    AND earlier.number < attempt.number AND earlier.vouched = 0
                    AND (earlier.category IS NULL OR earlier.category = 'ambiguous'))
            FROM operation JOIN attempt ON attempt.op = operation.op AND attempt.number = operation.started
            WHERE operation.op_key = ? AND operation.state = 'dispatching' AND attempt.category IS NULL
                AND operation.epoch = attempt.epoch AND operation.worker IS NOT NULL
            ORDER BY operation.op""";

    private static final String GENERATIONS =
            "SELECT op, op_key, operation_id, generation, state, reason FROM operation ORDER BY op";

    private static final String RESULTS =
            "SELECT bytes FROM operation_body WHERE op = ? AND kind = 'result' AND evidence = 0 ORDER BY body";

    private static final String VOUCHED = """
            SELECT 1 FROM attempt JOIN operation ON operation.op = attempt.op
            WHERE operation.operation_id = ? AND operation.generation = ? AND attempt.number = ? AND attempt.vouched = 1""";

    private static final String OPEN = "SELECT count(*) FROM operation WHERE settled_at IS NULL";

    private static final String PERMITS = """
            SELECT worker || ' has ' || permits || ' wants ' || wanted || ' of ' || model || ' refreshed '
                || (refreshed_at - 1790899200000) || ' ends ' || (attempts_end_by - 1790899200000)
            FROM account_permit ORDER BY model, worker""";

    private static final String NEWER = "SELECT 1 FROM operation WHERE operation_id = ? AND generation > ?";

    private static final String STARTED = "SELECT started FROM operation WHERE op = ?";

    private final SqlSession session;

    Findings(SqlSession session) {
        this.session = session;
    }

    /** An attempt that may be sent just now, and by whom. */
    record Right(
            Request.Attempted attempt,
            String worker,
            String replay,
            long cancelledAt,
            long startedAt,
            int unknownBefore) {

        static Right read(SqlRow row) throws SQLException {
            Request.Attempted attempt = new Request.Attempted(row.text(), row.smallNumber(), row.smallNumber());
            String worker = row.text();
            String replay = row.text();
            long cancelled = row.optionalNumber().orElse(0);
            return new Right(attempt, worker, replay, cancelled, row.number(), row.smallNumber());
        }
    }

    /** A generation as it stands. */
    record Generation(
            long op,
            String key,
            GenerationRef ref,
            OperationState state,
            @Nullable String reason) {

        static Generation read(SqlRow row) throws SQLException {
            long op = row.number();
            String key = row.text();
            GenerationRef ref = new GenerationRef(Tenant.LOCAL, new OperationId(row.text()), row.smallNumber());
            return new Generation(
                    op, key, ref, OperationState.valueOf(row.text().toUpperCase(Locale.ROOT)), row.optionalText());
        }

        @Override
        public String toString() {
            return key + "/" + ref.generation() + " is " + state + (reason == null ? "" : " (" + reason + ")");
        }
    }

    List<Right> rights(String key) {
        return query(RIGHTS, statement -> statement.text(key).all(Right::read));
    }

    List<Generation> generations() {
        return query(GENERATIONS, statement -> statement.all(Generation::read));
    }

    /** Its results that are served, as text. */
    List<String> results(Generation generation) {
        return query(
                RESULTS,
                statement ->
                        statement.number(generation.op()).all(row -> new String(row.bytes(), StandardCharsets.UTF_8)));
    }

    boolean isVouchedFor(Request.@Nullable Attempted attempt) {
        return attempt != null
                && query(
                        VOUCHED,
                        statement -> statement
                                .text(attempt.operation())
                                .number(attempt.generation())
                                .number(attempt.number())
                                .any());
    }

    /** The generations that a late report has moved. */
    List<String> late() {
        return query(
                "SELECT op_key FROM evidence JOIN operation ON operation.op = evidence.op WHERE applied = 1",
                statement -> statement.all(SqlRow::text));
    }

    /** The blocks of permits, for whoever reads the trace. */
    List<String> permits() {
        return query(PERMITS, statement -> statement.all(SqlRow::text));
    }

    /** Whether a person has decided for another generation: what is learnt later is kept beside it. */
    boolean isSuperseded(Generation generation) {
        GenerationRef ref = generation.ref();
        return query(
                NEWER,
                statement -> statement
                        .text(ref.operation().value())
                        .number(ref.generation())
                        .any());
    }

    /** How many generations have not ended. */
    int open() {
        return query(OPEN, statement -> statement.first(SqlRow::smallNumber));
    }

    /** Whether the provider has seen every attempt of a generation. */
    boolean allAttemptsAreIn(Generation generation, List<Request> log) {
        int started =
                query(STARTED, statement -> statement.number(generation.op()).first(SqlRow::smallNumber));
        GenerationRef ref = generation.ref();
        return started
                == log.stream()
                        .map(Request::attempt)
                        .filter(attempt ->
                                attempt != null && attempt.isOf(ref.operation().value(), ref.generation()))
                        .count();
    }

    private interface Query<T> {
        @Nullable
        T run(SqlStatement statement) throws SQLException;
    }

    private <T> T query(String text, Query<T> query) {
        try {
            T found = query.run(session.sql(text));
            if (found == null) {
                throw new IllegalStateException("nothing found");
            }
            return found;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
