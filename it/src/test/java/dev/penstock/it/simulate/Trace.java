package dev.penstock.it.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** What happened in a run, in order: a hash of every step, and the words for it where somebody wants to read them. */
final class Trace {

    private final boolean wordy;
    private final List<String> lines = new ArrayList<>();
    private long hash = 1469598103934665603L;

    Trace(boolean wordy) {
        this.wordy = wordy;
    }

    /** Takes a step into the hash. */
    void step(long what, long when) {
        hash = mix(mix(hash, what), when);
    }

    /** Takes an event into the hash and, where it is read, into the words. */
    void event(long now, String kind, Supplier<String> words) {
        step(kind.hashCode(), now);
        if (wordy) {
            lines.add("%12.6f  %-18s %s".formatted(now / 1e9, kind, words.get()));
        }
    }

    long hash() {
        return hash;
    }

    List<String> lines() {
        return lines;
    }

    private static long mix(long hash, long value) {
        long mixed = (hash ^ value) * 0x9E3779B97F4A7C15L;
        return mixed ^ (mixed >>> 29);
    }
}
