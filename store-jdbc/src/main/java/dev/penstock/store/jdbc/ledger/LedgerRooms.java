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
     * Furnishes them.
     *
     * @param paths the ways to the database
     * @param clock the store's clock
     * @param leases how long a worker's lease lasts, and how often ended ones are looked for
     * @param keyRing the keys of fingerprints
     * @param copies how copies are made
     * @return the rooms
     */
    public static LedgerRooms of(Paths paths, LedgerClock clock, Leases leases, KeyRing keyRing, Copies copies) {
        SqlReads reads = paths.reads();
        Writer writer = paths.writer();
        return new LedgerRooms(
                new JdbcOperations(reads, writer, clock),
                new JdbcWorkers(paths, clock, leases),
                new JdbcPauses(reads, writer),
                new JdbcExports(reads, writer, clock),
                new JdbcMaintenance(reads, writer, clock, copies),
                new JdbcApiKeys(reads, writer, clock),
                new JdbcSpend(reads, writer, clock),
                new JdbcPermitBlocks(paths.heartbeats()),
                new JdbcRetryTokens(paths.heartbeats()),
                keyRing);
    }
}
