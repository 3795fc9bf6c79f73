package dev.penstock.it.longform;

import dev.penstock.it.cluster.ClusterDrill;
import dev.penstock.it.cluster.ClusterFindings;
import dev.penstock.it.cluster.ClusterPlan;
import dev.penstock.it.cluster.ClusterRules;
import dev.penstock.it.cluster.CutOffDrill;
import dev.penstock.it.cluster.CutOffRules;
import dev.penstock.it.cluster.SharedLimitDrill;
import dev.penstock.it.cluster.SharedLimitRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The proofs of several gateways on one database, at length. */
final class ClusterTorture {

    static final String USAGE = """
            it/torture cluster [--kills N] [--callers N] [--limit N] [--gap-ms N] [--seed N]
            it/torture shared-limit [--minutes N] [--callers N] [--life-ms N] [--seed N]
            it/torture cutoff [--seconds N] [--seed N]""";

    private static final double LEAST_USED = 0.95;

    /** A lease of 15 s that was renewed just before, and a scan every 2 s. */
    private static final Duration RECOVERY = Duration.ofSeconds(20).plusSeconds(2);

    private ClusterTorture() {}

    static boolean run(String[] arguments) throws IOException {
        boolean holds = switch (arguments[0]) {
            case "cluster" -> cluster(arguments);
            case "shared-limit" -> sharedLimit(arguments);
            case "cutoff" -> cutOff(arguments);
            default -> throw new IllegalArgumentException(arguments[0]);
        };
        System.out.println(Torture.verdict(holds));
        return holds;
    }

    private static boolean sharedLimit(String[] arguments) throws IOException {
        Options options = Options.parse(
                arguments, 1, Map.of("minutes", 5L, "callers", 500L, "life-ms", 5_000L, "seed", System.nanoTime()));
        SharedLimitDrill.Plan plan = new SharedLimitDrill.Plan(
                options.count("callers"),
                Duration.ofMinutes(1),
                Duration.ofMinutes(options.number("minutes")),
                Duration.ofMillis(options.number("life-ms")),
                options.number("seed"));
        System.out.println("seed " + plan.seed());
        try {
            SharedLimitDrill.Findings findings = new SharedLimitDrill(directory(), plan).run();
            System.out.println(findings.describe());
            SharedLimitRules.hold(findings, LEAST_USED);
            return true;
        } catch (AssertionError e) {
            System.out.println(e.getMessage());
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Once with connections refused, once with everything swallowed. */
    private static boolean cutOff(String[] arguments) throws IOException {
        Options options = Options.parse(arguments, 1, Map.of("seconds", 60L, "seed", System.nanoTime()));
        boolean holds = true;
        for (boolean silently : new boolean[] {false, true}) {
            try {
                CutOffDrill.Findings findings = new CutOffDrill(
                                directory(),
                                Duration.ofSeconds(options.number("seconds")),
                                silently,
                                options.number("seed"))
                        .run();
                System.out.println((silently ? "swallowed: " : "refused: ") + findings.describe());
                CutOffRules.hold(findings);
            } catch (AssertionError e) {
                System.out.println(e.getMessage());
                holds = false;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return holds;
    }

    private static Path directory() throws IOException {
        return Files.createTempDirectory("penstock-torture-");
    }

    private static boolean cluster(String[] arguments) throws IOException {
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
        ClusterFindings findings = new ClusterDrill(directory(), plan).run();
        List<String> violations = ClusterRules.violations(findings);
        System.out.println(findings.describe());
        violations.forEach(violation -> System.out.println("  " + violation));
        return violations.isEmpty();
    }
}
