package dev.penstock.it.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/** Row upon row of worlds, one for each seed. */
final class Simulation implements AutoCloseable {

    private final Variant variant;
    private final WorldStore store;
    private final Coverage coverage = new Coverage();
    private long seeds;

    Simulation(Variant variant) {
        this.variant = variant;
        this.store = WorldStore.open(variant);
    }

    /** A seed whose world went wrong. */
    record Failure(long seed, List<String> violations) {

        @Override
        public String toString() {
            return "seed " + seed + ": " + String.join("; ", violations);
        }
    }

    /** Runs one world. */
    World.Outcome run(long seed) {
        World.Outcome outcome = new World(seed, variant, store, /* wordy= */ false).run();
        coverage.add(outcome.coverage());
        seeds++;
        return outcome;
    }

    /** Runs a world again, in words. */
    World.Outcome trace(long seed) {
        return new World(seed, variant, store, /* wordy= */ true).run();
    }

    /** A number for all that happened in each of a row of worlds: the same for the same world. */
    List<Long> hashes(long from, long count) {
        return LongStream.range(from, from + count)
                .mapToObj(seed -> run(seed).hash())
                .toList();
    }

    /** Runs a row of worlds, and tells of each that went wrong. */
    List<Failure> run(long from, long count, Consumer<Failure> failed) {
        List<Failure> failures = new ArrayList<>();
        for (long seed = from; seed < from + count; seed++) {
            World.Outcome outcome = run(seed);
            if (!outcome.violations().isEmpty()) {
                Failure failure = new Failure(seed, outcome.violations());
                failures.add(failure);
                failed.accept(failure);
            }
        }
        return failures;
    }

    /**
     * How many worlds it takes until the judge notices what is broken.
     *
     * @return the number; 0 if so many were not enough
     */
    long untilCaught(long from, long most) {
        for (long seed = from; seed < from + most; seed++) {
            if (run(seed).violations().stream().anyMatch(variant::isNoticedBy)) {
                return seed - from + 1;
            }
        }
        return 0;
    }

    long seeds() {
        return seeds;
    }

    Coverage coverage() {
        return coverage;
    }

    @Override
    public void close() {
        store.close();
    }
}
