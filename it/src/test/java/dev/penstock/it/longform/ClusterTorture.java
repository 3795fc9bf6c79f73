package dev.penstock.it.longform;

import dev.penstock.it.cluster.ClusterDrill;
import dev.penstock.it.cluster.ClusterFindings;
import dev.penstock.it.cluster.ClusterPlan;
import dev.penstock.it.cluster.ClusterRules;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The proofs of several gateways on one database, at length. */
final class ClusterTorture {

    static final String USAGE = "it/torture cluster [--kills N] [--callers N] [--limit N] [--gap-ms N] [--seed N]";

    /** A lease of 15 s that was renewed just before, and a scan every 2 s. */
    private static final Duration RECOVERY = Duration.ofSeconds(20).plusSeconds(2);

    private ClusterTorture() {}

    static boolean run(String[] arguments) throws IOException {
        Options options = Options.parse(
                arguments,
                1,
                Map.of("kills", 200L, "callers", 16L, "limit", 12L, "gap-ms", 6_000L, "seed", System.nanoTime()));
        int kills = options.count("kills");
        int some = Math.max(1, kills / 6);
        ClusterPlan plan = new ClusterPlan(
                options.count("callers"),
                options.count("limit"),
                new ClusterPlan.Count(kills, some, some, some, 2 * some),
                Duration.ofMillis(options.number("gap-ms")),
                RECOVERY,
                options.number("seed"));
        System.out.println("seed " + plan.seed());
        ClusterFindings findings = new ClusterDrill(Files.createTempDirectory("penstock-torture-"), plan).run();
        List<String> violations = ClusterRules.violations(findings);
        System.out.println(findings.describe());
        violations.forEach(violation -> System.out.println("  " + violation));
        System.out.println(Torture.verdict(violations.isEmpty()));
        return violations.isEmpty();
    }
}
