package dev.penstock.cli.doctor;

import dev.penstock.cli.provider.ProviderOptions;
import dev.penstock.cli.terminal.Refusal;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.provider.config.Source;
import dev.penstock.provider.profile.ProviderFact;
import dev.penstock.provider.profile.ProviderProfile;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What can be said about a provider without spending: its facts, its prices, its key, its address. */
final class ProviderChecks {

    private final Surroundings around;
    private final ProviderOptions options;
    private final ProviderProfile profile;

    ProviderChecks(Surroundings around, ProviderOptions options, ProviderProfile profile) {
        this.around = around;
        this.options = options;
        this.profile = profile;
    }

    List<Finding> all() throws InterruptedException {
        LocalDate today = LocalDate.ofInstant(around.time().wall().instant(), ZoneOffset.UTC);
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.ok(
                "provider", profile.name() + " at " + profile.endpoint().baseUrl()));
        findings.add(key());
        findings.add(facts(profile.staleFacts(today)));
        findings.add(prices(options.prices().staleSources(today)));
        findings.add(
                options.isInProcess()
                        ? Finding.ok("reachability", "the simulator runs inside the command")
                        : new Reachability(profile.endpoint().baseUrl(), around.environment()).look());
        return findings;
    }

    private Finding key() {
        String variable = options.keyVariable();
        if (variable == null) {
            return Finding.ok("key", "none is needed");
        }
        try {
            options.route(around, profile);
            return Finding.ok("key", variable + " is set; whether it is valid, only a request would tell");
        } catch (Refusal e) {
            return Finding.fail("key", String.valueOf(e.getMessage()));
        }
    }

    private static Finding facts(List<ProviderFact> stale) {
        return stale.isEmpty()
                ? Finding.ok("facts", "every provider fact was reviewed within " + Source.STALE_AFTER_DAYS + " days")
                : Finding.warn(
                        "facts",
                        "not reviewed for more than " + Source.STALE_AFTER_DAYS + " days: "
                                + stale.stream().map(ProviderFact::name).collect(Collectors.joining(", "))
                                + "; compare them with the provider's documents, and correct them with --profile");
    }

    private static Finding prices(List<Source> stale) {
        return stale.isEmpty()
                ? Finding.ok("prices", "the price book was reviewed within " + Source.STALE_AFTER_DAYS + " days")
                : Finding.warn(
                        "prices",
                        "not reviewed for more than " + Source.STALE_AFTER_DAYS + " days: "
                                + stale.stream().map(Source::title).collect(Collectors.joining(", "))
                                + "; costs may be out of date");
    }
}
