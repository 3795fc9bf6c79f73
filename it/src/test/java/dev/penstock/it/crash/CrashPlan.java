package dev.penstock.it.crash;

import java.time.Duration;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * How hard a run is to be tried.
 *
 * @param lines how many requests
 * @param concurrency how many at once
 * @param kills how often the runner is killed; half of them at named points
 * @param answer how long the provider takes
 * @param seed where chance begins; it replays instants and points, though not what the machine does in between
 */
public record CrashPlan(int lines, int concurrency, int kills, Duration answer, long seed) {

    private static final String[] POINTS = {
        "before-intent-commit",
        "after-intent-commit",
        "before-settle-commit",
        "after-settle-commit",
        "before-other-commit",
        "after-other-commit"
    };

    RandomGenerator random() {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    /** How many more requests the provider has seen when a kill at a random instant is prepared. */
    int moreRequests(RandomGenerator random) {
        return random.nextInt(1, Math.max(2, lines / (2 * kills)));
    }

    /** A named point and how often it is passed before the process ends there, {@code after-intent-commit:3}. */
    String point(RandomGenerator random, int kill) {
        String name = POINTS[kill / 2 % POINTS.length];
        return name + ":" + random.nextInt(1, Math.max(3, lines / (15 * kills)));
    }
}
