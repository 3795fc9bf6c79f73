package dev.penstock.store;

import dev.penstock.policy.attempt.OperationState;
import java.time.Duration;
import java.util.Map;

/**
 * What waits in a ledger, of all tenants, for those who watch it (R-OBS-3). Immutable.
 *
 * @param states what has not ended, by its state, and what ended as unknown and waits for a decision; states without an
 *     operation are absent
 */
public record Backlog(Map<OperationState, Standing> states) {

    /** Copies the map. */
    public Backlog {
        states = Map.copyOf(states);
    }

    /**
     * The operations in one state.
     *
     * @param count how many
     * @param oldest how long the oldest has been open or, where the outcome is unknown, has been that
     */
    public record Standing(long count, Duration oldest) {}
}
