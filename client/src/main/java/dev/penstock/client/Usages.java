package dev.penstock.client;

import dev.penstock.store.UsageSummary;
import java.math.BigDecimal;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Adds up what attempts used. A sum with an unknown part is the known part: a lower bound, never a zero (design 11). */
final class Usages {

    private Usages() {}

    static UsageSummary sum(UsageSummary a, UsageSummary b) {
        if (a.equals(UsageSummary.UNKNOWN)) {
            return b;
        }
        if (b.equals(UsageSummary.UNKNOWN)) {
            return a;
        }
        return new UsageSummary(
                sum(a.promptTokens(), b.promptTokens()),
                sum(a.completionTokens(), b.completionTokens()),
                sum(a.cacheHitTokens(), b.cacheHitTokens()),
                sum(a.reasoningTokens(), b.reasoningTokens()),
                sum(a.cost(), b.cost()),
                a.currency() != null ? a.currency() : b.currency());
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
