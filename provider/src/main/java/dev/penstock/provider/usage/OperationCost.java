package dev.penstock.provider.usage;

import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;

/**
 * The sum over an operation's attempts. Amounts of different currencies are never added. Immutable.
 *
 * @param amounts what is known, by currency
 * @param unknownUsage attempts whose usage is not known
 * @param unpriced attempts with usage and without a price
 */
public record OperationCost(Map<String, BigDecimal> amounts, int unknownUsage, int unpriced) {

    /** No attempt yet. */
    public static final OperationCost NONE = new OperationCost(Map.of(), 0, 0);

    /** Copies the amounts. */
    public OperationCost {
        amounts = Map.copyOf(amounts);
    }

    /**
     * The sum with one more attempt.
     *
     * @param attempt its cost
     * @return a new sum
     */
    public OperationCost plus(AttemptCost attempt) {
        return switch (attempt) {
            case AttemptCost.Nothing ignored -> this;
            case AttemptCost.Known known -> {
                Map<String, BigDecimal> sums = new TreeMap<>(amounts);
                sums.merge(known.price().currency(), known.amount(), BigDecimal::add);
                yield new OperationCost(sums, unknownUsage, unpriced);
            }
            case AttemptCost.Unknown unknown ->
                switch (unknown.why()) {
                    case USAGE -> new OperationCost(amounts, unknownUsage + 1, unpriced);
                    case PRICE -> new OperationCost(amounts, unknownUsage, unpriced + 1);
                };
        };
    }

    /**
     * Whether the true cost may be higher than the amounts.
     *
     * @return true if any attempt's cost is not known
     */
    public boolean isLowerBound() {
        return unknownUsage + unpriced > 0;
    }
}
