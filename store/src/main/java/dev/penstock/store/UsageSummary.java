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
 * @param currency of the cost, an ISO 4217 code; {@link #SEVERAL_CURRENCIES} beside a null cost where there were several;
 *     else null with it
 */
public record UsageSummary(
        OptionalLong promptTokens,
        OptionalLong completionTokens,
        OptionalLong cacheHitTokens,
        OptionalLong reasoningTokens,
        @Nullable BigDecimal cost,
        @Nullable String currency) {

    /**
     * In place of a currency: costs in several have no sum, however many are added later. No code of ISO 4217.
     */
    public static final String SEVERAL_CURRENCIES = "several";

    /** Nothing is known. */
    public static final UsageSummary UNKNOWN = new UsageSummary(
            OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), null, null);

    /**
     * Both together. A sum with an unknown part is the known part: a lower bound, never a zero (design 11). Costs in two
     * currencies have no sum: it is not known, and stays so.
     *
     * @param other more
     * @return the sum
     */
    public UsageSummary plus(UsageSummary other) {
        if (equals(UNKNOWN)) {
            return other;
        }
        if (other.equals(UNKNOWN)) {
            return this;
        }
        boolean mixed = currency != null && other.currency != null && !currency.equals(other.currency);
        return new UsageSummary(
                sum(promptTokens, other.promptTokens),
                sum(completionTokens, other.completionTokens),
                sum(cacheHitTokens, other.cacheHitTokens),
                sum(reasoningTokens, other.reasoningTokens),
                mixed ? null : sum(cost, other.cost),
                mixed ? SEVERAL_CURRENCIES : currency != null ? currency : other.currency);
    }

    private static OptionalLong sum(OptionalLong a, OptionalLong b) {
        if (a.isEmpty()) {
            return b;
        }
        return b.isEmpty() ? a : OptionalLong.of(a.getAsLong() + b.getAsLong());
    }

    private static @Nullable BigDecimal sum(@Nullable BigDecimal a, @Nullable BigDecimal b) {
        if (a == null) {
            return b;
        }
        return b == null ? a : a.add(b);
    }
}
