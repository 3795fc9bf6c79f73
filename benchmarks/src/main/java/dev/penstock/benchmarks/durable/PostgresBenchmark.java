package dev.penstock.benchmarks.durable;

import dev.penstock.store.PermitBlocks;
import dev.penstock.store.WorkerId;
import dev.penstock.store.jdbc.LedgerStats;
import dev.penstock.store.jdbc.postgres.PostgresAddress;
import dev.penstock.store.jdbc.postgres.PostgresLedger;
import dev.penstock.store.jdbc.postgres.PostgresOptions;
import dev.penstock.time.Chance;
import dev.penstock.time.Signal;
import dev.penstock.time.Time;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;

/**
 * {@code benchmarks/run postgres}: keyed operations per second, two commits each, of one process on a database. Prints
 * operations per second, writes per commit, and all operations that it made; the script runs pgbench beside it, or more
 * processes of it.
 */
public final class PostgresBenchmark {

    private static final Duration WARM_UP = Duration.ofSeconds(10);
    private static final Duration SPAN = Duration.ofSeconds(8);

    /** As often as a process asks that never has enough. */
    private static final long ASKS_EVERY = Duration.ofMillis(200).toNanos();

    private static final int LIMIT = 64;

    private PostgresBenchmark() {}

    /**
     * Runs it.
     *
     * @param args the database's address, the number of callers, and {@code shared} where it renews a block of an
     *     account's permits all the while
     * @throws InterruptedException if the thread is interrupted
     */
    public static void main(String[] args) throws InterruptedException {
        Time time = Time.system();
        PostgresAddress address = PostgresAddress.parse(args[0], System.getenv());
        int callers = Integer.parseInt(args[1]);
        Signal ended = new Signal();
        try (PostgresLedger ledger = PostgresLedger.open(PostgresOptions.engine(address, time, Chance.system()))) {
            WorkerId worker = ledger.workers().register();
            Thread permits = Thread.ofVirtual().unstarted(() -> renew(ledger.permitBlocks(), worker, ended, time));
            if (Arrays.asList(args).contains("shared")) {
                permits.start();
            }
            Operations operations = new Operations(ledger.operations(), worker);
            Load warmUp = Load.run(operations, callers, WARM_UP, time);
            LedgerStats before = ledger.stats();
            Load load = Load.run(operations, callers, SPAN, time);
            LedgerStats after = ledger.stats();
            ended.set();
            permits.join();
            System.out.printf(
                    Locale.ROOT,
                    "%.0f %.1f %d%n",
                    load.operations() / load.seconds(),
                    (double) (after.writes() - before.writes()) / (after.commits() - before.commits()),
                    warmUp.operations() + load.operations());
        }
    }

    private static void renew(PermitBlocks blocks, WorkerId worker, Signal ended, Time time) {
        PermitBlocks.Terms terms = new PermitBlocks.Terms(Duration.ofSeconds(8), Duration.ZERO);
        int usable = 0;
        try {
            while (!time.sleeper().await(ended, ASKS_EVERY)) {
                usable = blocks.refresh(worker, new PermitBlocks.Ask("account", "model", LIMIT, usable, LIMIT, terms))
                        .usable();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
