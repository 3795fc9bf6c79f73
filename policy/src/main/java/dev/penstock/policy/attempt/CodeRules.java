package dev.penstock.policy.attempt;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one provider's profile says about statuses, codes and finish reasons: data that the classifier is given, so that
 * no provider's habit stands in the table itself (R-PROFILE-1). Names are compared exactly, in lower case.
 *
 * @param stopCodes error codes or types that mean a permanent stop: quota, billing, credential
 * @param rateCodes error codes or types that name the reason of a 429
 * @param transientStatuses 4xx statuses that the route's allowlist adds (408, 425)
 * @param acceptedFinishes finish reasons that mean a full answer beside stop and tool_calls (function_call)
 * @param doneWithoutFinishCompletes whether [DONE] without a finish counts as a full answer (B028)
 * @param notProcessableIsNotSent whether {@link Proof#NOT_PROCESSABLE} counts as NOT_SENT
 * @param overloadWait the provider's documented wait before inference: a 200 with only keep-alives that is closed after
 *     at least this long is a transient overload (row 16, opt-in); null where the profile does not opt in
 * @param errorStatuses the HTTP status that a named error type inside a 200 stands for
 */
public record CodeRules(
        Map<String, Verdict.Stop.What> stopCodes,
        Map<String, Verdict.Transient.Why> rateCodes,
        Set<Integer> transientStatuses,
        Set<String> acceptedFinishes,
        boolean doneWithoutFinishCompletes,
        boolean notProcessableIsNotSent,
        @Nullable Duration overloadWait,
        Map<String, Integer> errorStatuses) {

    /** Copies the collections, checks the allowlist and that every name is in lower case. */
    public CodeRules {
        stopCodes = Map.copyOf(stopCodes);
        rateCodes = Map.copyOf(rateCodes);
        transientStatuses = Set.copyOf(transientStatuses);
        acceptedFinishes = Set.copyOf(acceptedFinishes);
        errorStatuses = Map.copyOf(errorStatuses);
        requireLowerCase(stopCodes.keySet());
        requireLowerCase(rateCodes.keySet());
        requireLowerCase(acceptedFinishes);
        requireLowerCase(errorStatuses.keySet());
        if (overloadWait != null && !overloadWait.isPositive()) {
            throw new IllegalArgumentException("the wait before an overload must be positive, was " + overloadWait);
        }
        for (int status : transientStatuses) {
            if (status != 408 && status != 425) {
                throw new IllegalArgumentException(
                        "only 408 and 425 may be added to the transient statuses, not " + status);
            }
        }
    }

    /**
     * Rules that name nothing: what holds for a provider of which no fact is known.
     *
     * @return empty rules
     */
    public static CodeRules none() {
        return new CodeRules(Map.of(), Map.of(), Set.of(), Set.of(), false, false, null, Map.of());
    }

    private static void requireLowerCase(Set<String> names) {
        for (String name : names) {
            if (!name.equals(name.toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException("names are compared in lower case, was " + name);
            }
        }
    }
}
