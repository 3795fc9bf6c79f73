package dev.penstock.it.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.LogManager;

/** {@code it/simulate}: many worlds, or one in words. Ends with 1 if a rule is broken, or nothing notices what is. */
public final class Simulate {

    private static final String USAGE = """
            it/simulate --seeds N [--from SEED] [--variant NAME]   runs N worlds; a broken variant until it is caught
            it/simulate --trace SEED [--variant NAME]              runs one world and tells what happened in it
            it/simulate --variants [--seeds N]                     every broken variant, until it is caught
            it/simulate --hashes N [--from SEED]                   a number for all that happened, for each of N worlds""";

    private Simulate() {}

    public static void main(String[] arguments) {
        LogManager.getLogManager().reset();
        long seeds = 2_000;
        long from = 1;
        long trace = -1;
        long hashes = 0;
        List<Variant> variants = new ArrayList<>(List.of(Variant.SOUND));
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "--seeds" -> seeds = Long.parseLong(arguments[++i]);
                case "--from" -> from = Long.parseLong(arguments[++i]);
                case "--trace" -> trace = Long.parseLong(arguments[++i]);
                case "--variant" -> variants = List.of(named(arguments[++i]));
                case "--variants" -> variants = Variants.all();
                case "--hashes" -> hashes = Long.parseLong(arguments[++i]);
                default -> {
                    System.err.println(USAGE);
                    System.exit(2);
                }
            }
        }
        boolean holds = true;
        for (Variant variant : variants) {
            try (Simulation simulation = new Simulation(variant)) {
                if (hashes > 0) {
                    simulation.hashes(from, hashes).forEach(System.out::println);
                } else if (trace >= 0) {
                    holds &= tells(simulation, trace);
                } else if (variant == Variant.SOUND) {
                    holds &= holds(simulation, from, seeds);
                } else {
                    holds &= catches(simulation, variant, from, seeds);
                }
            }
        }
        System.exit(holds ? 0 : 1);
    }

    private static Variant named(String name) {
        return Variants.all().stream()
                .filter(variant -> variant.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there are "
                        + Variants.all().stream().map(Variant::name).toList()));
    }

    private static boolean tells(Simulation simulation, long seed) {
        World.Outcome outcome = simulation.trace(seed);
        outcome.lines().forEach(System.out::println);
        outcome.violations().forEach(System.out::println);
        return outcome.violations().isEmpty();
    }

    private static boolean catches(Simulation simulation, Variant variant, long from, long seeds) {
        long caught = simulation.untilCaught(from, seeds);
        System.out.println(variant + ": "
                + (caught == 0 ? "NOT CAUGHT within " + seeds + " seeds" : "caught after " + caught + " seeds"));
        return caught > 0 && variant.isBroken();
    }

    private static boolean holds(Simulation simulation, long from, long seeds) {
        long began = System.nanoTime();
        List<Simulation.Failure> failures = simulation.run(from, seeds, System.out::println);
        double millis = (System.nanoTime() - began) / 1e6;
        System.out.println("%d seeds from %d, %.1f ms each".formatted(seeds, from, millis / seeds));
        simulation.coverage().counts().forEach((event, count) -> System.out.println("  " + event + " " + count));
        if (!failures.isEmpty()) {
            System.out.println("what led to " + failures.getFirst() + ":");
            simulation.trace(failures.getFirst().seed()).lines().forEach(System.out::println);
        }
        List<String> missing = simulation.coverage().missing(seeds);
        missing.forEach(kind -> System.out.println("too seldom: " + kind));
        boolean holds = failures.isEmpty() && missing.isEmpty();
        System.out.println(failures.size() + " of " + seeds + " seeds broke a rule: "
                + (holds ? "all rules hold" : "RULES ARE BROKEN"));
        return holds;
    }
}
