package dev.penstock.client;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.GenerationRef;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.OperationHistory;
import dev.penstock.store.OperationMode;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.UsageSummary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One operation as somebody sees it who looks at it: the newest generation in the ledger, or what this process remembers
 * of a call without a key. Immutable. Holds nothing of a prompt or an answer.
 *
 * @param ref its address
 * @param key the owner's name for it; null for a call without one
 * @param mode whether somebody waits for it
 * @param standing where it is
 * @param times when things happened
 * @param attempts what was tried, oldest first
 * @param deliveries how callers were served, oldest first; empty for a call without a key
 * @param decisions what people and callers decided, and who asked for its cancellation, oldest first; empty for a call
 *     without a key
 * @param durable whether it is in the ledger; else it is forgotten ten minutes after its end, or earlier if many follow
 */
public record OperationView(
        GenerationRef ref,
        @Nullable IdempotencyKey key,
        OperationMode mode,
        Standing standing,
        OperationRecord.Times times,
        List<OperationHistory.Attempt> attempts,
        List<OperationHistory.Delivery> deliveries,
        List<OperationHistory.Decided> decisions,
        boolean durable) {

    /** Copies the lists. */
    public OperationView {
        attempts = List.copyOf(attempts);
        deliveries = List.copyOf(deliveries);
        decisions = List.copyOf(decisions);
    }

    /**
     * Where an operation is.
     *
     * @param state its state
     * @param reason what ended it or what it waits for; null while it is under way
     * @param flags what is to be said beside a success
     * @param usage the sum over its attempts, a lower bound where any was ambiguous
     */
    public record Standing(OperationState state, @Nullable EndReason reason, List<String> flags, UsageSummary usage) {

        /** Copies the list. */
        public Standing {
            flags = List.copyOf(flags);
        }
    }

    static OperationView of(OperationHistory history) {
        OperationRecord record = history.record();
        return new OperationView(
                record.ref(),
                record.key(),
                record.settings().mode(),
                new Standing(record.state(), record.reason(), record.flags(), record.usage()),
                record.times(),
                history.attempts(),
                history.deliveries(),
                history.decisions(),
                true);
    }
}
