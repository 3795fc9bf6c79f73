package dev.penstock.benchmarks.durable;

import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.Maintenance;
import dev.penstock.store.Tenant;
import dev.penstock.store.WorkerId;
import dev.penstock.store.jdbc.postgres.PostgresAddress;
import dev.penstock.store.jdbc.postgres.PostgresLedger;
import dev.penstock.store.jdbc.postgres.PostgresOptions;
import dev.penstock.time.Chance;
import dev.penstock.time.Time;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.random.RandomGenerator;

/**
 * {@code benchmarks/run growth}: claims and look-ups by key in a store with a long history beside those in a new one, in
 * turns; the same at the end of a time in which a transaction was held open under load, beside a store with the same
 * history and the same load in another database, whose rows that transaction does not keep; and the slowest operations
 * beside a retention.
 */
public final class GrowthBenchmark {

    private static final int WARM_UP = 5;
    private static final int ROUNDS = 20;
    private static final int ASKED = 400;
    private static final int CALLERS = 16;
    private static final Duration BESIDE = Duration.ofSeconds(20);

    private final Time time = Time.system();
    private final RandomGenerator random = Chance.system();
    private final PostgresAddress small;
    private final PostgresAddress large;
    private final PostgresAddress twin;

    private GrowthBenchmark(String address) {
        this.small = in(address, "small");
        this.large = in(address, "large");
        this.twin = in(address.replaceFirst("/" + small.database() + "(?=$|\\?)", "/growth_twin"), "large");
    }

    /**
     * Runs it.
     *
     * @param args the database's address, how many operations the history has, how many of them outlive their retention,
     *     and for how many seconds a transaction is held open
     * @throws Exception if the database or a thread fails
     */
    public static void main(String[] args) throws Exception {
        new GrowthBenchmark(args[0])
                .run(Integer.parseInt(args[1]), Integer.parseInt(args[2]), Duration.ofSeconds(Long.parseLong(args[3])));
    }

    private void run(int history, int old, Duration held) throws Exception {
        tell(small, "CREATE SCHEMA small; CREATE SCHEMA large");
        tell(small, "CREATE DATABASE growth_twin");
        tell(twin, "CREATE SCHEMA large");
        try (PostgresLedger few = open(small);
                PostgresLedger many = open(large);
                PostgresLedger same = open(twin)) {
            fill(small, "small", 1_000, 0);
            fill(large, "large", history, old);
            fill(twin, "large", history, old);
            print("%-34s %12s %12s %8s%n", "", "new store", "history", "ratio");
            compare(few, 1_000, many, history);
            print("%n%-34s %12s %12s %8s%n", "a transaction is open", "elsewhere", held.toSeconds() + " s", "ratio");
            hold(held, same, many, history);
            prune(many);
        }
    }

    private void hold(Duration held, PostgresLedger same, PostgresLedger many, int history) throws Exception {
        try (Connection open = DriverManager.getConnection(jdbc(large));
                Statement statement = open.createStatement()) {
            open.setAutoCommit(false);
            open.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            statement.execute("SELECT count(*) FROM large.worker");
            Thread beside = Thread.ofVirtual().start(() -> load(same, held));
            load(many, held);
            beside.join();
            compare(same, history, many, history);
        }
    }

    private void load(PostgresLedger ledger, Duration span) {
        try {
            Load.run(operations(ledger), CALLERS / 2, span, time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void compare(PostgresLedger few, int fewKeys, PostgresLedger many, int manyKeys)
            throws InterruptedException {
        double[][] claims = new double[2][ROUNDS];
        double[][] finds = new double[2][ROUNDS];
        double[][] anyKey = new double[2][ROUNDS];
        int newest = Math.min(fewKeys, 1_000);
        WorkerId one = few.workers().register();
        WorkerId other = many.workers().register();
        for (int round = 0; round < WARM_UP; round++) {
            claim(few, one);
            claim(many, other);
            find(few, 0, fewKeys);
            find(many, 0, manyKeys);
        }
        for (int round = 0; round < ROUNDS; round++) {
            claims[0][round] = claim(few, one);
            claims[1][round] = claim(many, other);
            finds[0][round] = find(few, fewKeys - newest, fewKeys);
            finds[1][round] = find(many, manyKeys - newest, manyKeys);
            anyKey[0][round] = find(few, 0, fewKeys);
            anyKey[1][round] = find(many, 0, manyKeys);
        }
        print("claim, µs", median(claims[0]), median(claims[1]));
        print("look-up by key, µs", median(finds[0]), median(finds[1]));
        print("of any key there ever was", median(anyKey[0]), median(anyKey[1]));
    }

    private double claim(PostgresLedger ledger, WorkerId worker) throws InterruptedException {
        Operations operations = new Operations(ledger.operations(), worker);
        for (int i = 0; i < ASKED / 10; i++) {
            operations.accept();
        }
        long began = time.ticker().nanos();
        int claimed = 0;
        while (!ledger.operations().claimDue(worker, 1).isEmpty()) {
            claimed++;
        }
        return (time.ticker().nanos() - began) / 1e3 / Math.max(1, claimed);
    }

    private double find(PostgresLedger ledger, int from, int to) {
        long began = time.ticker().nanos();
        for (int i = 0; i < ASKED; i++) {
            IdempotencyKey key = new IdempotencyKey("history/" + random.nextInt(from, to));
            if (ledger.operations().find(Tenant.LOCAL, key).isEmpty()) {
                throw new IllegalStateException("the history lacks a key");
            }
        }
        return (time.ticker().nanos() - began) / 1e3 / ASKED;
    }

    private void prune(PostgresLedger ledger) throws InterruptedException {
        Load alone = Load.run(operations(ledger), CALLERS, BESIDE, time);
        Maintenance.Pruned[] pruned = new Maintenance.Pruned[1];
        long began = time.ticker().nanos();
        Thread retention = Thread.ofVirtual()
                .start(() -> pruned[0] = ledger.maintenance().prune(Tenant.LOCAL, Maintenance.Retention.defaults()));
        Load beside = Load.run(operations(ledger), CALLERS, BESIDE, time);
        retention.join();
        double took = (time.ticker().nanos() - began) / 1e9;
        print("%n%-34s %12s %12s %8s%n", "", "alone", "retention", "ratio");
        print("operations per second", alone.operations() / alone.seconds(), beside.operations() / beside.seconds());
        print("slowest operation, ms", alone.slowestMillis(), beside.slowestMillis());
        print("%s in %.1f s%n", pruned[0], took);
    }

    private Operations operations(PostgresLedger ledger) {
        return new Operations(ledger.operations(), ledger.workers().register());
    }

    private PostgresLedger open(PostgresAddress address) {
        return PostgresLedger.open(PostgresOptions.engine(address, time, random));
    }

    private static PostgresAddress in(String address, String schema) {
        return PostgresAddress.parse(
                address + (address.contains("?") ? "&" : "?") + "currentSchema=" + schema, System.getenv());
    }

    /**
     * Finished operations with one attempt each; the old ones have bodies, and were settled long ago. They are left as
     * autovacuum leaves what came over months: it would do so a minute later, in the middle of what is measured.
     */
    private static void fill(PostgresAddress store, String schema, int count, int old) throws SQLException {
        tell(store, "SET search_path = " + schema + """
                ;
                INSERT INTO operation (tenant, op_key, operation_id, generation, fingerprint_version, fingerprint_key,
                    fingerprint, payload_version, mode, replay, max_attempts, route, state, reason, epoch, created_write,
                    last_write, received_at, deadline_at, settled_at, started, sent)
                SELECT 'local', 'history/' || n, 'op_01jf4z2q8r' || lpad(n::text, 16, '0'), 1, 1, 1,
                    decode(repeat('00', 32), 'hex'), '', 'attached', 'after_rejection', 4, 'main', 'succeeded',
                    'answered', 1, n, n, 1, 2,
                    CASE WHEN n < %d THEN 1 ELSE (extract(epoch FROM now()) * 1000)::bigint - n END, 1, 1
                FROM generate_series(0, %d - 1) n;
                INSERT INTO attempt (op, number, epoch, kind, route, model, edits, streamed, hard_limit, must_remain,
                    started_at, intent_write, ended_at, category, verdict)
                SELECT op, 1, 1, 'original', 'main', 'model', '', 0, 1, 1, 1, op, 2, 'final', 'completed(full)'
                FROM operation;
                INSERT INTO operation_body (op, kind, content_type, bytes)
                SELECT op, 'result', 'application/json', decode(repeat('7b', 1024), 'hex') FROM operation
                WHERE settled_at = 1""".formatted(old, count));
        tell(store, "VACUUM (ANALYZE) " + schema + ".operation, " + schema + ".attempt, " + schema + ".operation_body");
    }

    private static String jdbc(PostgresAddress store) {
        return "jdbc:postgresql://" + store.hosts() + "/" + store.database() + "?user=" + store.user();
    }

    private static void tell(PostgresAddress store, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(jdbc(store));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static void print(String what, double one, double other) {
        print("%-34s %12.0f %12.0f %8.2f%n", what, one, other, other / one);
    }

    private static void print(String format, Object... values) {
        System.out.printf(Locale.ROOT, format, values);
    }
}
