package dev.penstock.client;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.GenerationRef;
import dev.penstock.store.UsageSummary;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where an operation stands, beside its result.
 *
 * @param ref its address in the ledger; of a call without a key, in this process alone; null if it was never accepted
 * @param state its state
 * @param attempts how many attempts were started
 * @param sends how many of them may have reached the provider
 * @param usage the sum over its attempts, a lower bound where any attempt was ambiguous
 * @param flags what is to be said beside the answer: "limited", "late", "no_usage", …
 * @param replayed whether the answer was stored before this call
 * @param queued how long it waited for its first permit
 * @param route the name of the route whose answer or error ended it; empty while none did
 * @param model the model that gave it, by its canonical name; empty while none did
 */
public record OperationInfo(
        @Nullable GenerationRef ref,
        OperationState state,
        int attempts,
        int sends,
        UsageSummary usage,
        List<String> flags,
        boolean replayed,
        Duration queued,
        String route,
        String model) {

    /** Copies the flags. */
    public OperationInfo {
        flags = List.copyOf(flags);
    }
}
