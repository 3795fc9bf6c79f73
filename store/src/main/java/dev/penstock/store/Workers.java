package dev.penstock.store;

import dev.penstock.policy.attempt.OperationState;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The processes that work on a store, and what becomes of the work of those that died (design 8, "Leases"). On SQLite
 * the process that gets the lock treats every earlier worker as ended; on PostgreSQL a worker has ended when its lease
 * has. Thread-safe.
 */
public interface Workers {

    /**
     * Registers this start of this process.
     *
     * @return its identity
     */
    WorkerId register();

    /**
     * Says that the worker lives: one row per process, however much it has in flight.
     *
     * @param worker who
     * @return how many milliseconds the lease now lasts; zero if it has been lost
     */
    long heartbeat(WorkerId worker);

    /**
     * Settles what ended workers left behind: dispatching becomes unknown_outcome(crashed), claimed background work is
     * received again, claimed attached work becomes dead_letter(abandoned), a scheduled retry with an ambiguous attempt
     * becomes unknown_outcome(crashed). Safe to repeat and to run from several processes at once (B078).
     *
     * @return how many generations were moved to which state
     */
    Map<OperationState, Long> recover();

    /**
     * How often somebody has to recover.
     *
     * @return the span between two recoveries; empty where no other process works on the store, and one at the start is
     *     enough
     */
    default Optional<Duration> recoverEvery() {
        return Optional.empty();
    }

    /**
     * Takes the worker off the list.
     *
     * @param worker who leaves
     */
    void leave(WorkerId worker);
}
