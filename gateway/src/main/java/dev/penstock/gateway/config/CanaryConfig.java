package dev.penstock.gateway.config;

import dev.penstock.policy.attempt.ReplaySetting;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Other settings for a share of the calls, so that a change is measured beside what it would replace (R-PROOF-6).
 * Immutable.
 *
 * @param percent the share, 0 to 100
 * @param deadline how long such a call may take in all; null as the others
 * @param maxAttempts attempts for it, the first one counted; null as the others
 * @param replay what of it may be sent again by itself; null as the others
 * @param delivery how its stream is delivered; null as the others
 */
public record CanaryConfig(
        Double percent,
        @Nullable Span deadline,
        @Nullable Integer maxAttempts,
        @Nullable ReplaySetting replay,
        @Nullable Delivery delivery) {

    /** Checks the numbers, and that there is something to try. */
    public CanaryConfig {
        Objects.requireNonNull(percent, "percent");
        if (!(percent >= 0 && percent <= 100)) {
            throw new IllegalArgumentException("the canary's percent is 0 to 100");
        }
        if (maxAttempts != null && maxAttempts < 1) {
            throw new IllegalArgumentException("max attempts counts the first request and is at least 1");
        }
        if (Stream.of(deadline, maxAttempts, replay, delivery).allMatch(Objects::isNull)) {
            throw new IllegalArgumentException(
                    "the canary changes nothing; give it a deadline, max_attempts, replay or delivery of its own");
        }
    }

    /** The settings of the others with its own over them. */
    CallsConfig over(CallsConfig others) {
        CallsConfig calls = deadline == null ? others : others.withDeadline(deadline.value());
        calls = maxAttempts == null ? calls : calls.withMaxAttempts(maxAttempts);
        calls = replay == null ? calls : calls.withReplay(replay);
        return delivery == null ? calls : calls.withDelivery(delivery);
    }
}
