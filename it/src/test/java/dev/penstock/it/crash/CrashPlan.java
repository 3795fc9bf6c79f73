package dev.penstock.it.crash;

import dev.penstock.store.jdbc.CrashHook.Point;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;

/**
 * How hard a run is to be tried. Every second kill is at a named point, one after another; the seed says which is first,
 * so that twelve kills use all six.
 *
 * @param lines how many requests
 * @param concurrency how many at once
 * @param kills how often the runner is killed; half of them at named points
 * @param answer how long the provider takes
 * @param seed where chance begins; it replays instants and points, though not what the machine does in between
 */
public record CrashPlan(int lines, int concurrency, int kills, Duration answer, long seed) {

    private static final List<Point> POINTS = List.of(Point.values());

    RandomGenerator random() {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    /** How many more requests the provider has seen when a kill at a random instant is prepared. */
    int moreRequests(RandomGenerator random) {
        return random.nextInt(1, Math.max(2, lines / (2 * kills)));
    }

    static boolean isNamed(int kill) {
        return kill % 2 == 1;
    }

    /** A named point and how often it is passed before the process ends there, {@code after-intent-commit:3}. */
    String point(RandomGenerator random, int kill) {
        return nameOf(pointOf(kill)) + ":" + random.nextInt(1, Math.max(3, lines / (15 * kills)));
    }

    /** The named points of all kills, in their order. */
    public List<Point> points() {
        return IntStream.range(0, kills)
                .filter(CrashPlan::isNamed)
                .mapToObj(this::pointOf)
                .toList();
    }

    static String nameOf(Point point) {
        return point.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private Point pointOf(int kill) {
        return POINTS.get(Math.floorMod(seed + kill / 2, POINTS.size()));
    }
}
