package dev.penstock.client;

import dev.penstock.provider.usage.Usage;
import dev.penstock.store.UsageSummary;
import java.time.Instant;

/** Turns what a provider says it used into what the ledger keeps, with a cost where the price is known. */
@FunctionalInterface
interface Pricing {

    /**
     * Prices one attempt.
     *
     * @param model the canonical model
     * @param usage what was used
     * @param start when the request began: the pricing instant
     * @return usage and cost; no cost where the model is not priced or the usage is not known
     */
    UsageSummary price(String model, Usage usage, Instant start);
}
