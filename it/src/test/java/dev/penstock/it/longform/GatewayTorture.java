package dev.penstock.it.longform;

import dev.penstock.it.gateway.cut.CutDrill;
import dev.penstock.it.gateway.kill.KillDrill;
import dev.penstock.it.gateway.kill.KillFindings;
import dev.penstock.it.gateway.kill.KillPlan;
import dev.penstock.it.gateway.leak.LeakDrill;
import dev.penstock.it.gateway.leak.LeakRules;
import dev.penstock.it.gateway.limit.LimitDrill;
import dev.penstock.it.gateway.limit.LimitRules;
import dev.penstock.it.gateway.overload.OverloadDrill;
import dev.penstock.it.gateway.overload.OverloadFindings;
import dev.penstock.it.gateway.overload.OverloadPlan;
import dev.penstock.it.gateway.overload.OverloadRules;
import dev.penstock.it.gateway.wait.WaitDrill;
import dev.penstock.it.gateway.wait.WaitRules;
import dev.penstock.it.library.HandlerDrill;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** The gateway's proofs at length. */
final class GatewayTorture {

    static final String USAGE = """
            it/torture gateway [--kills N] [--callers N] [--life-ms N] [--seed N]
            it/torture limit [--callers N] [--times N] [--seed N]
            it/torture leaks [--rounds N]
            it/torture cuts [--step N]
            it/torture waits [--minutes N]
            it/torture overload [--seconds N] [--service-ms N]""";

    /** Plain calls that the gateway remembers for ten minutes: as many as it ever does. */
    private static final int REMEMBERED = 10_000;

    private static final Duration WARM_UP = Duration.ofSeconds(10);
    private static final double LEAST_USEFUL = 0.95;
    private static final long SLOW_REFUSAL_MILLIS = 50;

    private GatewayTorture() {}

    static boolean run(String[] arguments) throws IOException, InterruptedException {
        boolean holds = switch (arguments[0]) {
            case "gateway" -> kills(arguments);
            case "limit" -> limit(arguments);
            case "leaks" -> leaks(arguments);
            case "cuts" -> cuts(arguments);
            case "waits" -> waits(arguments);
            case "overload" -> overload(arguments);
            default -> throw new IllegalArgumentException(arguments[0]);
        };
        System.out.println(Torture.verdict(holds));
        return holds;
    }

    private static boolean kills(String[] arguments) throws IOException {
        Options options = Options.parse(
                arguments, 1, Map.of("kills", 100L, "callers", 64L, "life-ms", 3_000L, "seed", System.nanoTime()));
        KillPlan plan = new KillPlan(
                options.count("callers"),
                options.count("kills"),
                Duration.ofMillis(options.number("life-ms")),
                options.number("seed"));
        KillFindings findings = new KillDrill(directory(), plan).run();
        System.out.println(findings.describe());
        findings.violations().forEach(violation -> System.out.println("  " + violation));
        return findings.violations().isEmpty();
    }

    private static boolean limit(String[] arguments) throws IOException {
        Options options = Options.parse(arguments, 1, Map.of("callers", 200L, "times", 5L, "seed", System.nanoTime()));
        boolean holds = true;
        for (int time = 0; time < options.count("times"); time++) {
            for (String look : new String[] {"deepseek", "openai"}) {
                long seed = options.number("seed") + time;
                LimitDrill.Findings findings = new LimitDrill(directory(), options.count("callers"), seed).run(look);
                System.out.println(look + ", seed " + seed + ": " + findings.describe());
                int callers = options.count("callers");
                holds &= holds(() -> LimitRules.hold(findings, callers - (callers + 2) / 3));
            }
        }
        return holds;
    }

    private static boolean leaks(String[] arguments) throws IOException, InterruptedException {
        Options options = Options.parse(arguments, 1, Map.of("rounds", 1_000L));
        int rounds = options.count("rounds");
        LeakDrill.Findings findings = new LeakDrill(directory(), rounds, rounds / 10, REMEMBERED).run();
        System.out.println("clients who leave: " + findings.describe());
        LeakDrill.Findings handlers = new HandlerDrill(directory(), rounds, rounds / 10, REMEMBERED).run();
        System.out.println("handlers that throw: " + handlers.describe());
        boolean nothingKept = holds(() -> LeakRules.hold(findings));
        return holds(() -> LeakRules.hold(handlers)) && nothingKept;
    }

    private static boolean cuts(String[] arguments) throws IOException {
        Options options = Options.parse(arguments, 1, Map.of("step", 1L));
        CutDrill.Findings findings = new CutDrill(directory(), options.count("step")).run();
        System.out.println(findings.describe());
        return findings.violations().isEmpty();
    }

    private static boolean waits(String[] arguments) throws IOException {
        Duration wait = Duration.ofMinutes(
                Options.parse(arguments, 1, Map.of("minutes", 10L)).number("minutes"));
        Duration deadline = wait.plus(wait.dividedBy(2));
        WaitDrill.Findings answered = new WaitDrill(directory(), wait, deadline).run();
        System.out.println(answered.describe());
        WaitDrill.Findings ended = new WaitDrill(directory(), deadline.multipliedBy(10), deadline).run();
        System.out.println(ended.describe());
        boolean delivered = holds(() -> WaitRules.delivered(answered));
        return holds(() -> WaitRules.limited(ended)) && delivered;
    }

    /** First without retries: what is compared with. */
    private static boolean overload(String[] arguments) throws IOException {
        Options options = Options.parse(arguments, 1, Map.of("seconds", 60L, "service-ms", 500L));
        boolean holds = true;
        for (int attempts : new int[] {1, 4}) {
            OverloadPlan plan = new OverloadPlan(
                    Duration.ofMillis(options.number("service-ms")),
                    WARM_UP,
                    Duration.ofSeconds(options.number("seconds")),
                    attempts);
            OverloadDrill drill = new OverloadDrill(directory(), plan);
            holds &= holds(() -> {
                OverloadFindings findings = drill.run();
                System.out.println("attempts " + plan.attempts() + ": " + findings.describe());
                OverloadRules.hold(findings, LEAST_USEFUL);
                if (findings.refusal() > SLOW_REFUSAL_MILLIS) {
                    throw new AssertionError("a refusal took " + findings.refusal() + " ms");
                }
            });
        }
        return holds;
    }

    private static boolean holds(Runnable rules) {
        try {
            rules.run();
            return true;
        } catch (AssertionError e) {
            System.out.println(e.getMessage());
            return false;
        }
    }

    private static Path directory() throws IOException {
        return Files.createTempDirectory("penstock-torture-");
    }
}
