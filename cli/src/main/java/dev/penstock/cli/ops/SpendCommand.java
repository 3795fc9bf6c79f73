package dev.penstock.cli.ops;

import dev.penstock.cli.ledger.StoreOption;
import dev.penstock.cli.terminal.ExitCode;
import dev.penstock.cli.terminal.JsonLine;
import dev.penstock.cli.terminal.SpanConverter;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.store.Ledger;
import dev.penstock.store.Spend;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows what calls without a key used. */
@Command(
        name = "spend",
        mixinStandardHelpOptions = true,
        description = {
            "Show what a gateway's calls without a key used: the sum for each route and model.",
            "What is not known is counted beside it. Calls with a key keep their own usage: see 'ops show'."
        })
final class SpendCommand implements Callable<Integer> {

    private final Surroundings around;

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final TenantOption tenant = new TenantOption();

    @Option(
            names = "--last",
            paramLabel = "SPAN",
            defaultValue = "1d",
            converter = SpanConverter.class,
            description = "How far back. Default: ${DEFAULT-VALUE}.")
    private Duration last = Duration.ofDays(1);

    @Option(names = "--json", description = "One JSON object for each minute, route and model.")
    private boolean json;

    SpendCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() {
        try (Ledger ledger = store.observe(around)) {
            List<Spend> minutes = ledger.spend().list(tenant.tenant(), last);
            if (json) {
                minutes.forEach(minute -> around.out().println(object(minute)));
            } else {
                table(minutes);
            }
        }
        return ExitCode.DONE.value();
    }

    private void table(List<Spend> minutes) {
        if (minutes.isEmpty()) {
            around.tell("nothing was spent without a key");
            return;
        }
        Map<String, Spend> sums = new LinkedHashMap<>();
        for (Spend minute : minutes) {
            String way = minute.place().route() + "  " + minute.place().model();
            sums.merge(way, minute, (sum, more) -> sum.plus(more.counts(), more.usage()));
        }
        sums.forEach((way, sum) -> around.tell(words(way, sum)));
    }

    private static String words(String way, Spend sum) {
        Spend.Counts counts = sum.counts();
        return String.format(
                Locale.ROOT,
                "%s: %d attempts, %d sent, %d with an unknown end; %s tokens in, %s out, usage of %d unknown; cost %s",
                way,
                counts.attempts(),
                counts.sends(),
                counts.ambiguous(),
                number(sum.usage().promptTokens()),
                number(sum.usage().completionTokens()),
                counts.usageUnknown(),
                sum.costText().orElse("unknown"));
    }

    private static String number(OptionalLong value) {
        return value.isEmpty() ? "unknown" : Long.toString(value.getAsLong());
    }

    private static String object(Spend minute) {
        return JsonLine.of(writer -> {
            writer.writeStringProperty(
                    "minute", Instant.ofEpochMilli(minute.place().minute()).toString());
            writer.writeStringProperty("route", minute.place().route());
            writer.writeStringProperty("model", minute.place().model());
            writer.writeNumberProperty("attempts", minute.counts().attempts());
            writer.writeNumberProperty("sent", minute.counts().sends());
            writer.writeNumberProperty("ambiguous", minute.counts().ambiguous());
            writer.writeNumberProperty("usage_unknown", minute.counts().usageUnknown());
            writer.writeNumberProperty("cost_unknown", minute.counts().costUnknown());
            OperationJson.usage(writer, minute.usage());
        });
    }
}
