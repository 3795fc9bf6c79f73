package dev.penstock.simulator.look;

/**
 * The tokens of one generation, as they are billed.
 *
 * @param promptTokens tokens of the prompt, cached ones included
 * @param cacheHitTokens those of the prompt that came from the provider's cache
 * @param cacheMissTokens those of the prompt that did not
 * @param completionTokens tokens generated, reasoning included
 * @param reasoningTokens those generated as reasoning
 */
public record Usage(
        long promptTokens, long cacheHitTokens, long cacheMissTokens, long completionTokens, long reasoningTokens) {

    /**
     * Checks the ranges; the sums are not checked, since a script may want them wrong.
     *
     * @throws IllegalArgumentException if a count is negative
     */
    public Usage {
        if (promptTokens < 0
                || cacheHitTokens < 0
                || cacheMissTokens < 0
                || completionTokens < 0
                || reasoningTokens < 0) {
            throw new IllegalArgumentException("a token count must not be negative");
        }
    }

    /**
     * Prompt and completion together.
     *
     * @return the total
     */
    public long totalTokens() {
        return promptTokens + completionTokens;
    }
}
