package dev.penstock.simulator.script;

import org.jspecify.annotations.Nullable;

/**
 * A limit on the requests of each account, answered with 429 beyond it. The first limit that names a model is taken,
 * then the look's.
 *
 * @param model the model it holds for, null for each that has no limit of its own
 * @param concurrency how many may be at work at once; 0 for no such limit
 * @param requestsPerMinute how many may be admitted in any 60 s; 0 for no such limit
 * @param tokensPerMinute how many prompt tokens may be admitted in any 60 s; 0 for no such limit
 * @param retryAfter the value of Retry-After; null for none
 */
public record Limit(
        @Nullable String model,
        int concurrency,
        int requestsPerMinute,
        long tokensPerMinute,
        @Nullable String retryAfter) {

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a limit is negative
     */
    public Limit {
        if (concurrency < 0 || requestsPerMinute < 0 || tokensPerMinute < 0) {
            throw new IllegalArgumentException("a limit must not be negative");
        }
    }

    /**
     * A limit on concurrency alone.
     *
     * @param model the model, null for each
     * @param concurrency how many may be at work at once
     * @return the limit
     */
    public static Limit concurrency(@Nullable String model, int concurrency) {
        return new Limit(model, concurrency, 0, 0, null);
    }
}
