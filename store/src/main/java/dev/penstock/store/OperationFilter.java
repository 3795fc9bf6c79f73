package dev.penstock.store;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which operations a listing shows; newest generations only, unless all are asked for.
 *
 * @param states any of these; empty for all
 * @param reason with this reason; null for any
 * @param batch of this batch; null for any
 * @param keyPrefix whose key begins so; null for any
 * @param allGenerations whether older generations are listed too
 */
public record OperationFilter(
        Set<OperationState> states,
        @Nullable EndReason reason,
        @Nullable String batch,
        @Nullable String keyPrefix,
        boolean allGenerations) {

    /** Copies the set. */
    public OperationFilter {
        states = Set.copyOf(states);
    }

    /**
     * Everything, newest generations only.
     *
     * @return a filter that lets all pass
     */
    public static OperationFilter all() {
        return new OperationFilter(Set.of(), null, null, null, false);
    }
}
