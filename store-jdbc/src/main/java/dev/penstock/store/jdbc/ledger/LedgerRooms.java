package dev.penstock.store.jdbc.ledger;

import dev.penstock.store.ApiKeys;
import dev.penstock.store.BatchExports;
import dev.penstock.store.KeyRing;
import dev.penstock.store.Maintenance;
import dev.penstock.store.OperationStore;
import dev.penstock.store.PermitBlocks;
import dev.penstock.store.RetryTokens;
import dev.penstock.store.RoutePauseRows;
import dev.penstock.store.SpendRows;
import dev.penstock.store.Workers;
import dev.penstock.store.jdbc.sql.SqlReads;
import dev.penstock.store.jdbc.write.Writer;
import dev.penstock.time.Time;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The rooms of a ledger, furnished.
 *
 * @param operations the operations
 * @param workers the processes that work on them
 * @param pauses the pauses of routes
 * @param exports the outputs of batches
 * @param maintenance retention and copies
 * @param apiKeys the keys of tenants
 * @param spend what calls without a key used
 * @param permitBlocks the blocks of accounts' permits
 * @param retryTokens the retry tokens of accounts
 * @param keyRing the keys of fingerprints
 */
public record LedgerRooms(
        OperationStore operations,
        Workers workers,
        RoutePauseRows pauses,
        BatchExports exports,
        Maintenance maintenance,
        ApiKeys apiKeys,
        SpendRows spend,
        PermitBlocks permitBlocks,
        RetryTokens retryTokens,
        KeyRing keyRing) {

    /**
     * The ways to a database.
     *
     * @param reads for reads
     * @param writer for writes
     * @param heartbeats for the rows of workers, whatever the writer has to wait for
     */
    public record Paths(SqlReads reads, Writer writer, Writer heartbeats) {}

    /**
     * The leases of workers.
     *
     * @param lasting how long one lasts without a heartbeat
     * @param recovery how often somebody has to look for ended ones; null where nobody else works on the store
     */
    public record Leases(Duration lasting, @Nullable Duration recovery) {}

    /**
     * What keeps a store small and safe.
     *
     * @param writer for what it removes: the one of calls where a database has no other, else one of its own, so that no
     *     call is in a transaction with it
     * @param traffic how the database tells whether others write
     * @param time what retention measures its work with, and rests by
     * @param copies how copies are made
     */
    public record Upkeep(Writer writer, Traffic traffic, Time time, Copies copies) {}

    /**
     * Furnishes them.
     *
     * @param paths the ways to the database
     * @param clock the store's clock
     * @param leases how long a worker's lease lasts, and how often ended ones are looked for
     * @param keyRing the keys of fingerprints
     * @param upkeep what keeps the store small and safe
     * @return the rooms
     */
    public static LedgerRooms of(Paths paths, LedgerClock clock, Leases leases, KeyRing keyRing, Upkeep upkeep) {
        SqlReads reads = paths.reads();
        Writer writer = paths.writer();
        return new LedgerRooms(
                new JdbcOperations(reads, writer, clock),
                new JdbcWorkers(paths, clock, leases),
                new JdbcPauses(reads, writer),
                new JdbcExports(reads, writer, clock),
                new JdbcMaintenance(reads, clock, upkeep),
                new JdbcApiKeys(reads, writer, clock),
                new JdbcSpend(reads, writer, clock),
                new JdbcPermitBlocks(paths.heartbeats()),
                new JdbcRetryTokens(paths.heartbeats()),
                keyRing);
    }
}
