package dev.penstock.benchmarks.durable;

import dev.penstock.store.jdbc.LedgerStats;
import dev.penstock.store.jdbc.postgres.PostgresAddress;
import dev.penstock.store.jdbc.postgres.PostgresLedger;
import dev.penstock.store.jdbc.postgres.PostgresOptions;
import dev.penstock.time.Chance;
import dev.penstock.time.Time;
import java.time.Duration;
import java.util.Locale;

/**
 * {@code benchmarks/run postgres ADDRESS}: keyed operations per second, two commits each, of one process on a database.
 * Prints operations per second and writes per commit; the script runs pgbench beside it.
 */
public final class PostgresBenchmark {

    private static final Duration WARM_UP = Duration.ofSeconds(10);
    private static final Duration SPAN = Duration.ofSeconds(8);

    private PostgresBenchmark() {}

    /**
     * Runs it.
     *
     * @param args the database's address and the number of callers
     * @throws InterruptedException if the thread is interrupted
     */
    public static void main(String[] args) throws InterruptedException {
        Time time = Time.system();
        PostgresAddress address = PostgresAddress.parse(args[0], System.getenv());
        int callers = Integer.parseInt(args[1]);
        try (PostgresLedger ledger = PostgresLedger.open(PostgresOptions.engine(address, time, Chance.system()))) {
            Operations operations =
                    new Operations(ledger.operations(), ledger.workers().register());
            Load warmUp = Load.run(operations, callers, WARM_UP, time);
            LedgerStats before = ledger.stats();
            Load load = Load.run(operations, callers, SPAN, time);
            LedgerStats after = ledger.stats();
            System.out.printf(
                    Locale.ROOT,
                    "%.0f %.1f %d%n",
                    load.operations() / load.seconds(),
                    (double) (after.writes() - before.writes()) / (after.commits() - before.commits()),
                    warmUp.operations());
        }
    }
}
