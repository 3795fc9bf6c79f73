package dev.penstock.store;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** What keeps a store small and safe (design 8, "Retention"). Thread-safe; works beside a running engine. */
public interface Maintenance {

    /**
     * Removes what has outlived its retention, whoever it belongs to: bodies first, then rows. It gives way to calls: its
     * transactions are small, and while others write to the store it rests three quarters of the time. An interrupt ends
     * it between two transactions; what is left goes another time.
     *
     * @param retention how long things are kept
     * @return what was removed
     */
    Pruned prune(Retention retention);

    /**
     * Removes what of one tenant's has outlived its retention, at the same pace.
     *
     * @param tenant whose
     * @param retention how long things are kept
     * @return what was removed
     */
    Pruned prune(Tenant tenant, Retention retention);

    /**
     * Removes a batch, at the same pace: bodies and rows of everything that is settled. What is unresolved stays.
     *
     * @param tenant whose
     * @param batch the batch
     * @return what was removed
     */
    Pruned pruneBatch(Tenant tenant, String batch);

    /**
     * Removes the bodies of an operation in any state and keeps its rows.
     *
     * @param tenant whose
     * @param operation which
     * @return how many bodies were removed; empty if the operation does not exist
     */
    Optional<Integer> erase(Tenant tenant, OperationId operation);

    /**
     * Writes a consistent copy of the store beside the running engine. The copy dispatches nothing until its open work
     * is confirmed.
     *
     * @param target a file that does not exist yet
     */
    void backup(Path target);

    /**
     * Confirms a restored copy: its open work becomes unknown_outcome, and it may dispatch again.
     *
     * @return how many generations became unknown_outcome
     */
    long confirmCopy();

    /**
     * How long things are kept after they were settled.
     *
     * @param bodies bodies; 30 days by default
     * @param rows rows without their bodies; 400 days by default
     */
    record Retention(Duration bodies, Duration rows) {

        /** Checks the spans. */
        public Retention {
            if (bodies.isNegative() || rows.compareTo(bodies) < 0) {
                throw new IllegalArgumentException("rows are kept at least as long as bodies, and neither less than 0");
            }
        }

        /**
         * The defaults of design 8.
         *
         * @return 30 and 400 days
         */
        public static Retention defaults() {
            return new Retention(Duration.ofDays(30), Duration.ofDays(400));
        }
    }

    /**
     * What was removed.
     *
     * @param bodies how many bodies
     * @param rows how many generations
     */
    record Pruned(long bodies, long rows) {}
}
