package dev.penstock.provider.profile;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How a provider behaves on the wire, as far as it is documented.
 *
 * @param keepAlives whether it keeps waiting connections alive with blank lines or comments
 * @param documentedWait how long a request may wait before inference until it is closed, empty if not documented
 * @param abortHold how long an account permit stays charged after we aborted (R-ADMIT-2); default 0
 * @param retryAfterMs whether {@code retry-after-ms} is a field of its own
 * @param limitsPerUser whether concurrency is also limited per {@code user_id}
 * @param reasoningFields the members of a message that hold reasoning
 * @param unknownModelCodes error codes that mean the model does not exist, or the whole message where the provider
 *     documents no code of its own for that
 * @param finishReasons the finish reasons it documents
 */
public record Habits(
        boolean keepAlives,
        Optional<Duration> documentedWait,
        Duration abortHold,
        boolean retryAfterMs,
        boolean limitsPerUser,
        List<String> reasoningFields,
        Set<String> unknownModelCodes,
        Set<String> finishReasons) {

    /** Copies the collections and checks the times. */
    public Habits {
        reasoningFields = List.copyOf(reasoningFields);
        unknownModelCodes = Set.copyOf(unknownModelCodes);
        finishReasons = Set.copyOf(finishReasons);
        if (abortHold.isNegative()) {
            throw new IllegalArgumentException("abort_hold must not be negative");
        }
        if (documentedWait.isPresent() && !documentedWait.get().isPositive()) {
            throw new IllegalArgumentException("documented_wait must be above 0");
        }
    }
}
