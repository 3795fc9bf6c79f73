package dev.penstock.client;

import dev.penstock.provider.usage.Price;
import dev.penstock.provider.usage.PriceBook;
import dev.penstock.provider.usage.Usage;
import dev.penstock.store.UsageSummary;
import java.time.Instant;
import java.util.Optional;

/** Prices by the price book: exact, and not at all where the book has no row (design 11). */
final class BookPricing implements Pricing {

    private final PriceBook book;

    BookPricing(PriceBook book) {
        this.book = book;
    }

    @Override
    public UsageSummary price(String model, Usage usage, Instant start) {
        Optional<Price> price = book.at(model, start);
        return new UsageSummary(
                usage.prompt(),
                usage.completion(),
                usage.cacheHit(),
                usage.reasoning(),
                price.map(row -> row.of(usage)).orElse(null),
                price.map(Price::currency).orElse(null));
    }
}
