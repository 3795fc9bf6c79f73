package dev.penstock.store;

/**
 * One open store with all its rooms. Thread-safe. Closing it waits for writes that were taken and refuses later ones.
 */
public interface Ledger extends AutoCloseable {

    /**
     * The operations.
     *
     * @return their store
     */
    OperationStore operations();

    /**
     * The processes that work on them.
     *
     * @return the workers
     */
    Workers workers();

    /**
     * The pauses of routes.
     *
     * @return their rows
     */
    RoutePauseRows pauses();

    /**
     * The outputs of batches.
     *
     * @return their exports
     */
    BatchExports exports();

    /**
     * Retention and copies.
     *
     * @return the maintenance
     */
    Maintenance maintenance();

    /**
     * The keys that tenants are known by.
     *
     * @return their room
     */
    ApiKeys apiKeys();

    /**
     * What calls without a key used.
     *
     * @return their rows
     */
    SpendRows spend();

    /**
     * The blocks of accounts' permits.
     *
     * @return their room
     */
    PermitBlocks permitBlocks();

    /**
     * The retry tokens of accounts.
     *
     * @return their room
     */
    RetryTokens retryTokens();

    /**
     * Word of what other processes write.
     *
     * @return {@link Hints#NONE} where the store gives none
     */
    default Hints hints() {
        return Hints.NONE;
    }

    /**
     * Whether several processes may dispatch from this store at once, and share what is an account's.
     *
     * @return false where one engine has the store to itself
     */
    boolean isShared();

    /**
     * The keys of fingerprints.
     *
     * @return the ring, made when the store was
     */
    KeyRing keyRing();

    @Override
    void close();
}
