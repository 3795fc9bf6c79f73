package dev.penstock.it.simulate;

import dev.penstock.store.jdbc.write.Work.Weight;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * What goes wrong in one world, and how often: each world has some kinds of trouble and not others, since what would show
 * one fault may hide another. None once the world is to come to rest.
 */
final class Faults {

    /** What becomes of one commit. */
    enum Fate {
        FINE,
        CRASH_BEFORE,
        CRASH_AFTER,
        FREEZE_AFTER,
        LOST_COMMITTED,
        LOST_UNDONE,
        UNCERTAIN_COMMITTED,
        UNCERTAIN_UNDONE,
        REFUSED
    }

    private static final long MILLI = 1_000_000;

    private final SplittableRandom random;
    private final Map<Fate, Double> fates = new EnumMap<>(Fate.class);
    private final double beforeSend;
    private final boolean slowStore;
    private boolean over;

    Faults(SplittableRandom random) {
        this.random = random;
        for (Fate fate : Fate.values()) {
            if (fate != Fate.FINE) {
                fates.put(fate, chance());
            }
        }
        this.beforeSend = random.nextInt(2) == 0 ? 0.08 : 0;
        this.slowStore = random.nextInt(4) == 0;
    }

    /** Of a kind of trouble: none in most worlds, some in a few, and much in some. */
    private double chance() {
        return switch (random.nextInt(12)) {
            case 0 -> 0.05 + 0.2 * random.nextDouble();
            case 1, 2, 3 -> 0.01 + 0.04 * random.nextDouble();
            default -> 0;
        };
    }

    /** Nothing goes wrong any more. */
    void end() {
        over = true;
    }

    boolean isOver() {
        return over;
    }

    /** What becomes of a commit; those that sends hang on are troubled most. */
    Fate fate(Weight weight) {
        if (over) {
            return Fate.FINE;
        }
        double scale = weight == Weight.OTHER ? 0.1 : 1;
        for (Map.Entry<Fate, Double> fate : fates.entrySet()) {
            if (random.nextDouble() < fate.getValue() * scale) {
                return fate.getKey();
            }
        }
        return Fate.FINE;
    }

    /** Whether a process stands still or crashes between its intent and the first byte. */
    boolean strikesBeforeSend() {
        return !over && random.nextDouble() < beforeSend;
    }

    boolean coin() {
        return random.nextBoolean();
    }

    boolean oneIn(int number) {
        return random.nextInt(number) == 0;
    }

    /** How long a process stands still: about half of the time beyond its lease. */
    long freeze() {
        return random.nextBoolean() ? nanosOfMillis(100, 6_000) : nanosOfMillis(13_000, 45_000);
    }

    long commitTime() {
        return slowStore && !over && oneIn(20) ? nanosOfMillis(200, 4_000) : nanosOfMicros(400, 4_000);
    }

    /** Until a write whose acknowledgement was lost is done again. */
    long reconnectTime() {
        return coin() ? commitTime() : nanosOfMillis(100, 6_000);
    }

    long readTime() {
        return slowStore && !over && oneIn(50) ? nanosOfMillis(200, 2_000) : nanosOfMicros(50, 800);
    }

    long nanosOfMillis(long from, long to) {
        return random.nextLong(from * MILLI, to * MILLI);
    }

    private long nanosOfMicros(long from, long to) {
        return random.nextLong(from * 1_000, to * 1_000);
    }
}
