package dev.penstock.provider.completion;

import dev.penstock.policy.attempt.RetryHints;
import dev.penstock.provider.profile.ProviderProfile;
import java.util.List;

/** Collects the header fields that say when to come back (R-RETRYAFTER-4). */
final class Hints {

    private Hints() {}

    static RetryHints of(ProviderProfile profile, ResponseHead head) {
        if (head.status() != 429 && head.status() != 500 && head.status() != 503) {
            return RetryHints.NONE;
        }
        return new RetryHints(
                head.fields().all("retry-after"),
                profile.habits().retryAfterMs() ? head.fields().all("retry-after-ms") : List.of(),
                head.fields().first("date").orElse(null));
    }
}
