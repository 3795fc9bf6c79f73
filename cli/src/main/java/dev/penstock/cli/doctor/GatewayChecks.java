package dev.penstock.cli.doctor;

import dev.penstock.cli.terminal.Spans;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.client.Routes;
import dev.penstock.gateway.config.CanaryConfig;
import dev.penstock.gateway.config.GatewayConfig;
import dev.penstock.provider.config.ConfigurationException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What can be said about a gateway's configuration file without starting one: its keys, its routes, its canary. */
final class GatewayChecks {

    /** Stands for the simulator that a gateway would start inside itself. */
    private static final URI IN_PROCESS = URI.create("http://127.0.0.1:1");

    private final Surroundings around;
    private final Path file;

    GatewayChecks(Surroundings around, Path file) {
        this.around = around;
        this.file = file;
    }

    List<Finding> all() {
        GatewayConfig config;
        try {
            config = GatewayConfig.read(file, around.environment());
        } catch (ConfigurationException e) {
            return List.of(Finding.fail("gateway", String.valueOf(e.getMessage())));
        }
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.ok("gateway", file + " can be read; every key is known"));
        findings.addAll(routes(config));
        CanaryConfig canary = config.calls().canary();
        if (canary != null) {
            findings.add(Finding.ok("canary", described(canary)));
        }
        return findings;
    }

    private List<Finding> routes(GatewayConfig config) {
        if (config.routes().isEmpty()) {
            return List.of(Finding.ok("routes", "none in the file; serve takes one from its options"));
        }
        List<Finding> findings = new ArrayList<>();
        try {
            Routes routes = config.routes(around.environment(), config.needsSimulator() ? IN_PROCESS : null);
            findings.add(Finding.ok(
                    "routes",
                    routes.all().size() + " with their keys; whether those are valid, only a request would tell"));
            routes.all().stream()
                    .map(route -> route.profile().endpoint().baseUrl())
                    .filter(address -> !address.equals(IN_PROCESS))
                    .distinct()
                    .forEach(address -> findings.add(new Reachability(address, around.environment()).look()));
        } catch (ConfigurationException e) {
            findings.add(Finding.fail("routes", String.valueOf(e.getMessage())));
        }
        return findings;
    }

    private static String described(CanaryConfig canary) {
        List<String> changes = new ArrayList<>();
        add(
                changes,
                "deadline",
                canary.deadline() == null ? null : Spans.text(canary.deadline().value()));
        add(changes, "max_attempts", canary.maxAttempts());
        add(changes, "replay", canary.replay());
        add(changes, "delivery", canary.delivery());
        return BigDecimal.valueOf(canary.percent()).stripTrailingZeros().toPlainString() + " % of the calls have "
                + String.join(", ", changes) + "; compare variant=\"canary\" with variant=\"baseline\"";
    }

    private static void add(List<String> changes, String name, @Nullable Object value) {
        if (value != null) {
            String text = value instanceof Enum<?> word ? word.name().toLowerCase(Locale.ROOT) : value.toString();
            changes.add(name + " " + text);
        }
    }
}
