package dev.penstock.time;

import java.security.SecureRandom;
import java.util.random.RandomGenerator;

/** Chance for a whole process: jitter, ids, probes, and the keys of fingerprints. */
public final class Chance {

    private static final RandomGenerator SYSTEM = new SecureRandom();

    private Chance() {}

    /**
     * The chance of this process.
     *
     * @return a cryptographically strong generator that any number of threads may share
     */
    public static RandomGenerator system() {
        return SYSTEM;
    }
}
