package dev.penstock.provider.usage;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;

/** What one attempt cost, as far as it is known (R-COST-1). */
public sealed interface AttemptCost {

    /** Nothing was generated: it was not sent, or the provider refused it. */
    record Nothing() implements AttemptCost {}

    /**
     * The provider reported usage, and the price book has a price.
     *
     * @param amount exact
     * @param price the row it was priced with
     * @param pricedAt the instant that chose the row: when the request started
     */
    record Known(BigDecimal amount, Price price, Instant pricedAt) implements AttemptCost {}

    /**
     * Something may have been generated, and nothing here says what it cost.
     *
     * @param why what is missing
     */
    record Unknown(Why why) implements AttemptCost {
        /** What is missing. */
        public enum Why {
            /** The attempt ended ambiguously, or brought no usage that can be believed. */
            USAGE,
            /** The price book has no row for the model at that time. */
            PRICE
        }
    }

    /**
     * The cost of an attempt that may have generated something.
     *
     * @param usage what it reported, empty if unknown
     * @param prices the price book
     * @param model the model's id
     * @param requestStart when the request started: the one instant that decides its price
     * @return known, or what is missing
     */
    static AttemptCost of(Optional<Usage> usage, PriceBook prices, String model, Instant requestStart) {
        if (usage.isEmpty()) {
            return new Unknown(Unknown.Why.USAGE);
        }
        return prices.at(model, requestStart)
                .<AttemptCost>map(price -> new Known(price.of(usage.get()), price, requestStart))
                .orElseGet(() -> new Unknown(Unknown.Why.PRICE));
    }
}
