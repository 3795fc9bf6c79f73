package dev.penstock.store.tck;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.store.Ledger;

/**
 * What an implementation gives to its contract: an open ledger on a clock that the tests move, and the faults that they
 * ask for. One fixture serves one test.
 */
public interface LedgerFixture extends AutoCloseable {

    /**
     * The open ledger, always the same until {@link #restart()}.
     *
     * @return the ledger
     */
    Ledger ledger();

    /**
     * Opens the store anew, as a process does after the one before it died: nothing was closed in an orderly way from
     * the store's view, and every earlier worker has ended. Where the store learns that only from their leases, the
     * clock moves on until these have run out.
     *
     * @return what recovery then says about a send that was under way: CRASHED where the store knows that no earlier
     *     process lives, LEASE_LOST where it knows their leases alone
     */
    EndReason restart();

    /** Lets the next commit happen and its acknowledgement get lost. */
    void loseNextAcknowledgement();

    /** The same with the next two commits: what the first of them did cannot be found out. */
    void loseNextTwoAcknowledgements();

    /**
     * Holds the writer just before its next commit, so that later writes have to wait together.
     *
     * @return the hold
     */
    Held holdNextCommit();

    /**
     * Opens the same store beside the engine, as another process would.
     *
     * @return another ledger on the same store, to be closed by the caller
     */
    Ledger observer();

    @Override
    void close();

    /** A writer that is held. */
    interface Held {

        /**
         * Waits until the writer stands before its commit.
         *
         * @throws InterruptedException if the thread is interrupted
         */
        void awaitHeld() throws InterruptedException;

        /** Lets the writer go on; a second time changes nothing. */
        void letGo();
    }
}
