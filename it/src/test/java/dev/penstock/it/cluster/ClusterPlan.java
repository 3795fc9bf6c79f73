package dev.penstock.it.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * How hard a cluster is tried.
 *
 * @param callers how many repeat their keys at any node until they are told
 * @param limit the account's limit, for all nodes together
 * @param count how often what is done to it
 * @param longestGap how long at most the cluster is left alone between two troubles
 * @param recovery how long the work of an ended process may stay as it was, once others can see to it
 * @param seed where chance begins; it replays choices, though not what the machine does in between
 */
public record ClusterPlan(int callers, int limit, Count count, Duration longestGap, Duration recovery, long seed) {

    /** How many nodes there are. */
    static final int NODES = 3;

    /** Longer than a lease, which is 15 s. */
    private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(16);

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(24);

    /** Long enough for statements to be given up, and too short for a lease to end by itself. */
    private static final Duration LONGEST_FAULT = Duration.ofSeconds(9);

    /**
     * How often what is done.
     *
     * @param kills {@code kill -9} of a node
     * @param pauses longer than a lease
     * @param restarts of the database, as after a crash
     * @param terminations of all its connections
     * @param faults of what lies between a node and the database
     */
    public record Count(int kills, int pauses, int restarts, int terminations, int faults) {}

    /** What is done, in its order; a pause comes early in each stretch, so that the rest happens beside it. */
    List<Trouble> troubles() {
        RandomGenerator random = new SplittableRandom(seed);
        List<Trouble> troubles = new ArrayList<>();
        for (int i = 0; i < count.kills(); i++) {
            troubles.add(new Trouble.Kill(random.nextInt(NODES)));
        }
        for (int i = 0; i < count.restarts(); i++) {
            troubles.add(new Trouble.RestartDatabase());
        }
        for (int i = 0; i < count.terminations(); i++) {
            troubles.add(new Trouble.TerminateBackends());
        }
        for (int i = 0; i < count.faults(); i++) {
            DatabaseLink.Fault[] faults = DatabaseLink.Fault.values();
            troubles.add(new Trouble.BreakLink(
                    random.nextInt(NODES), faults[i % faults.length], upTo(LONGEST_FAULT, random)));
        }
        Collections.shuffle(troubles, Random.from(random));
        int stretch = troubles.size() / Math.max(1, count.pauses());
        for (int i = 0; i < count.pauses(); i++) {
            Duration lasting = SHORTEST_PAUSE.plus(upTo(LONGEST_PAUSE.minus(SHORTEST_PAUSE), random));
            troubles.add(i * (stretch + 1), new Trouble.Pause(random.nextInt(NODES), lasting));
        }
        return troubles;
    }

    private static Duration upTo(Duration most, RandomGenerator random) {
        return Duration.ofMillis(random.nextLong(most.toMillis()));
    }
}
