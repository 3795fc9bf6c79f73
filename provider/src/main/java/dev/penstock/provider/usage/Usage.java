package dev.penstock.provider.usage;

import java.util.OptionalLong;

/**
 * The token counts that a provider reports for one answer, in its own fields. What it does not say is empty, never 0
 * (B088). Reasoning tokens are part of the completion tokens, and are not added to them.
 *
 * @param prompt {@code prompt_tokens}
 * @param completion {@code completion_tokens}
 * @param cacheHit DeepSeek's {@code prompt_cache_hit_tokens}, or else {@code prompt_tokens_details.cached_tokens}; the
 *     smaller where both are given and differ
 * @param cacheMiss DeepSeek's {@code prompt_cache_miss_tokens}, or else what is left of the prompt; empty if nothing is
 *     said about a cache
 * @param reasoning {@code completion_tokens_details.reasoning_tokens}
 * @param consistent whether the counts agree with each other (B089)
 */
public record Usage(
        OptionalLong prompt,
        OptionalLong completion,
        OptionalLong cacheHit,
        OptionalLong cacheMiss,
        OptionalLong reasoning,
        boolean consistent) {

    /** Nothing is known. */
    public static final Usage UNKNOWN = new Usage(
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            true);

    /**
     * Whether it says enough to be priced and believed: both counts are there, they are not both 0, and the completion
     * is not 0 beside output (B088).
     *
     * @param output whether the answer has any output
     * @return false if the usage is to be taken as unknown
     */
    public boolean isKnown(boolean output) {
        if (prompt.isEmpty() || completion.isEmpty()) {
            return false;
        }
        return completion.getAsLong() > 0 || (!output && prompt.getAsLong() > 0);
    }
}
