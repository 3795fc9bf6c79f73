package dev.penstock.policy.retry;

import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.ResponseFacts;
import dev.penstock.policy.attempt.RetryHints;
import dev.penstock.policy.classify.Facts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers that say when to come back, in few words. */
final class Hints {

    static final Instant NOW = Instant.parse("2026-10-02T12:00:00Z");

    private Hints() {}

    static AttemptFacts retryAfter(int status, String... values) {
        return withHints(status, new RetryHints(List.of(values), List.of(), null));
    }

    static AttemptFacts withHints(int status, RetryHints hints) {
        AttemptFacts plain = Facts.status(status);
        return new AttemptFacts(
                plain.evidence(),
                plain.ending(),
                new ResponseFacts(status, null, null, hints),
                plain.acceptance(),
                plain.late());
    }

    /** What a {@code Retry-After} of a 429 means now. */
    static @Nullable Duration read(String... values) {
        return RetryAfter.read(
                new ResponseFacts(429, null, null, new RetryHints(List.of(values), List.of(), null)), NOW);
    }

    /** What a {@code retry-after-ms} of a 429 means. */
    static @Nullable Duration readMillis(String... values) {
        return RetryAfter.read(
                new ResponseFacts(429, null, null, new RetryHints(List.of(), List.of(values), null)), NOW);
    }

    /** What a {@code Retry-After} means beside the response's own {@code Date}. */
    static @Nullable Duration readBeside(String date, String value) {
        return RetryAfter.read(
                new ResponseFacts(429, null, null, new RetryHints(List.of(value), List.of(), date)), NOW);
    }
}
