package dev.penstock.policy.attempt;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The raw header fields that say when to come back. Read only from the configured host's own 429, 500 and 503
 * (R-RETRYAFTER-4).
 *
 * @param retryAfter every {@code Retry-After} value, in order
 * @param retryAfterMs every {@code retry-after-ms} value, where the profile names that field
 * @param date the response's {@code Date}, null if it has none
 */
public record RetryHints(
        List<String> retryAfter,
        List<String> retryAfterMs,
        @Nullable String date) {

    /** No hint. */
    public static final RetryHints NONE = new RetryHints(List.of(), List.of(), null);

    /** Copies the lists. */
    public RetryHints {
        retryAfter = List.copyOf(retryAfter);
        retryAfterMs = List.copyOf(retryAfterMs);
    }
}
