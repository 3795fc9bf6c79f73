package dev.penstock.provider.usage;

import dev.penstock.provider.config.Source;
import java.math.BigDecimal;
import java.time.Instant;

/**
 * What a model costs, per million tokens. Exact decimals; there is no floating money here.
 *
 * @param model the model's id
 * @param effectiveFrom from when the price list holds that this row belongs to
 * @param currency an ISO 4217 code
 * @param hit per million prompt tokens that were found in the provider's cache
 * @param miss per million prompt tokens that were not
 * @param output per million completion tokens, reasoning included
 * @param source where it was read
 */
public record Price(
        String model,
        Instant effectiveFrom,
        String currency,
        BigDecimal hit,
        BigDecimal miss,
        BigDecimal output,
        Source source) {

    private static final int MILLION_DIGITS = 6;

    /** Checks that no price is negative. */
    public Price {
        if (hit.signum() < 0 || miss.signum() < 0 || output.signum() < 0) {
            throw new IllegalArgumentException("a price of " + model + " is negative");
        }
    }

    /**
     * What one answer costs. Counts that contradict each other are read the dearer way (B089).
     *
     * @param usage counts with at least prompt and completion
     * @return the exact amount
     * @throws IllegalArgumentException if one of the two is not known
     */
    public BigDecimal of(Usage usage) {
        if (usage.prompt().isEmpty() || usage.completion().isEmpty()) {
            throw new IllegalArgumentException("only known usage has a cost");
        }
        long prompt = usage.prompt().getAsLong();
        long cacheHit = usage.cacheHit().orElse(0);
        long rest = Math.max(prompt - cacheHit, 0);
        BigDecimal input = input(cacheHit, Math.max(usage.cacheMiss().orElse(rest), rest));
        if (!usage.consistent()) {
            input = input.max(input(0, prompt));
        }
        BigDecimal completion =
                output.multiply(BigDecimal.valueOf(usage.completion().getAsLong()));
        return input.add(completion).movePointLeft(MILLION_DIGITS).stripTrailingZeros();
    }

    private BigDecimal input(long cacheHit, long cacheMiss) {
        return hit.multiply(BigDecimal.valueOf(cacheHit)).add(miss.multiply(BigDecimal.valueOf(cacheMiss)));
    }
}
