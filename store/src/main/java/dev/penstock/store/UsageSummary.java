package dev.penstock.store;

import java.math.BigDecimal;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What the provider said it used, and what that costs. Unknown stays unknown: an empty number is not zero (design 11).
 *
 * @param promptTokens tokens read
 * @param completionTokens tokens written
 * @param cacheHitTokens tokens read from the provider's cache
 * @param reasoningTokens tokens of reasoning, inside the completion's
 * @param cost exact, in the currency's unit; null if not known
 * @param currency of the cost; null with it
 */
public record UsageSummary(
        OptionalLong promptTokens,
        OptionalLong completionTokens,
        OptionalLong cacheHitTokens,
        OptionalLong reasoningTokens,
        @Nullable BigDecimal cost,
        @Nullable String currency) {

    /** Nothing is known. */
    public static final UsageSummary UNKNOWN = new UsageSummary(
            OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), null, null);
}
