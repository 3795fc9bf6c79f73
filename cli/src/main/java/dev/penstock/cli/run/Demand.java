package dev.penstock.cli.run;

import dev.penstock.cli.run.progress.Money;
import dev.penstock.provider.request.ChatRequest;
import dev.penstock.provider.usage.Price;
import dev.penstock.provider.usage.Usage;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a file asks of one model, estimated from its text.
 *
 * @param lines how many lines
 * @param promptTokens tokens in, about
 * @param mostOutput tokens out at most, where lines say so
 * @param unbounded lines that do not say so
 */
record Demand(long lines, long promptTokens, long mostOutput, long unbounded) {

    static final Demand NONE = new Demand(0, 0, 0, 0);

    Demand plus(ChatRequest request) {
        OptionalLong bound = request.maxTokens();
        return new Demand(
                lines + 1,
                promptTokens + request.estimatedPromptTokens(),
                mostOutput + bound.orElse(0) * request.asked().choices(),
                unbounded + (bound.isPresent() ? 0 : 1));
    }

    /** What the prompts cost, none of them found in a cache. */
    BigDecimal inputCost(Price price) {
        return cost(price, 0);
    }

    /** The same with the longest answers; without a bound on every line, more is possible. */
    BigDecimal mostCost(Price price) {
        return cost(price, mostOutput);
    }

    String costText(Optional<Price> price) {
        return price.map(known -> "about " + Money.text(inputCost(known)) + " " + known.currency() + " for the input, "
                        + Money.text(mostCost(known)) + " " + known.currency() + " with the longest answers"
                        + (unbounded == 0 ? "" : " where max_tokens bounds them"))
                .orElse("unknown (no price for this model)");
    }

    private BigDecimal cost(Price price, long output) {
        return price.of(new Usage(
                OptionalLong.of(promptTokens),
                OptionalLong.of(output),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                true));
    }
}
