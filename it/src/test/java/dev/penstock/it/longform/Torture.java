package dev.penstock.it.longform;

import dev.penstock.it.crash.CrashDrill;
import dev.penstock.it.crash.CrashFindings;
import dev.penstock.it.crash.CrashPlan;
import dev.penstock.it.outage.OutageDrill;
import dev.penstock.it.outage.OutageFindings;
import dev.penstock.it.outage.OutageRules;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;

/** {@code it/torture}: the end-to-end tests at length. Prints figures; ends with 1 if any of them is wrong. */
public final class Torture {

    /** Six at random instants, and one at each named point. */
    private static final int KILLS_PER_BATCH = 12;

    /** The kills of one batch leave at least so many requests without a known end: ten for each. */
    private static final int LEAST_OPEN = 120;

    private Torture() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        boolean holds = switch (arguments.length == 0 ? "" : arguments[0]) {
            case "crash" -> crash(arguments);
            case "outage" -> outage(arguments);
            case "gateway", "limit", "leaks", "cuts", "waits", "overload" -> GatewayTorture.run(arguments);
            case "cluster", "shared-limit", "cutoff" -> ClusterTorture.run(arguments);
            default -> {
                System.err.println("it/torture crash [--kills N] [--lines N] [--concurrency N] [--seed N]\n"
                        + "it/torture outage [--seconds N] [--lines N]\n"
                        + GatewayTorture.USAGE + "\n" + ClusterTorture.USAGE);
                yield false;
            }
        };
        System.exit(holds ? 0 : 1);
    }

    private static boolean crash(String[] arguments) throws IOException {
        Options options = Options.parse(
                arguments,
                1,
                Map.of(
                        "kills",
                        200L,
                        "lines",
                        2_000L,
                        "concurrency",
                        50L,
                        "answer-ms",
                        200L,
                        "seed",
                        System.nanoTime()));
        long batches = Math.ceilDiv(options.number("kills"), KILLS_PER_BATCH);
        boolean holds = true;
        long open = 0;
        for (long batch = 0; batch < batches; batch++) {
            CrashPlan plan = new CrashPlan(
                    options.count("lines"),
                    options.count("concurrency"),
                    KILLS_PER_BATCH,
                    Duration.ofMillis(options.number("answer-ms")),
                    options.number("seed") + batch);
            CrashFindings findings = new CrashDrill(Files.createTempDirectory("penstock-torture-"), plan).run();
            System.out.println(findings.describe());
            findings.violations().forEach(violation -> System.out.println("  " + violation));
            open += findings.open().read().size();
            holds &= findings.violations().isEmpty() && findings.open().read().size() >= LEAST_OPEN;
        }
        System.out.println(batches * KILLS_PER_BATCH + " kills, " + open
                + " requests read without a committed result, each of them called unknown: " + verdict(holds));
        return holds;
    }

    private static boolean outage(String[] arguments) throws IOException {
        Options options = Options.parse(arguments, 1, Map.of("seconds", 30L, "lines", 1_000L));
        Duration outage = Duration.ofSeconds(options.number("seconds"));
        boolean holds = true;
        for (String kind : new String[] {"503", "refused connections"}) {
            OutageDrill drill = new OutageDrill(Files.createTempDirectory("penstock-torture-"), options.count("lines"));
            OutageFindings findings = kind.equals("503") ? drill.overloaded(outage) : drill.refusing(outage);
            System.out.println(kind + " for " + outage.toSeconds() + " s: " + findings.describe());
            try {
                OutageRules.hold(findings);
            } catch (AssertionError e) {
                System.out.println(e.getMessage());
                holds = false;
            }
        }
        System.out.println(verdict(holds));
        return holds;
    }

    static String verdict(boolean holds) {
        return holds ? "all rules hold" : "RULES ARE BROKEN";
    }
}
