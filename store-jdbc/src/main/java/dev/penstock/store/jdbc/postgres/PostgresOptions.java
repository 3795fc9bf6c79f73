package dev.penstock.store.jdbc.postgres;

import dev.penstock.store.jdbc.CrashHook;
import dev.penstock.time.Time;
import java.util.random.RandomGenerator;

/**
 * What it takes to open a store in PostgreSQL. Immutable.
 *
 * @param address where it is
 * @param role what this process does with it
 * @param time waits and counts; the store's clock is the server's
 * @param random makes ids, and the fingerprint key of a new store: outside tests a {@link java.security.SecureRandom}
 * @param settings the numbers
 * @param crashHook told about commits, for tests that end the process there; {@link CrashHook#NONE} by default
 */
public record PostgresOptions(
        PostgresAddress address,
        Role role,
        Time time,
        RandomGenerator random,
        PostgresSettings settings,
        CrashHook crashHook) {

    /** What a process does with a store. */
    public enum Role {
        /** It dispatches, maybe beside others; it makes the schema and brings it up to date. */
        ENGINE,
        /** It looks and decides, and dispatches nothing: {@code ops}, {@code doctor}. */
        OBSERVER
    }

    /**
     * An engine with the default settings, and what the address says.
     *
     * @param address where the store is
     * @param time waits and counts
     * @param random chance
     * @return its options
     */
    public static PostgresOptions engine(PostgresAddress address, Time time, RandomGenerator random) {
        return new PostgresOptions(address, Role.ENGINE, time, random, address.settings(), CrashHook.NONE);
    }

    /**
     * An observer with the default settings, and what the address says.
     *
     * @param address where the store is
     * @param time waits and counts
     * @param random chance
     * @return its options
     */
    public static PostgresOptions observer(PostgresAddress address, Time time, RandomGenerator random) {
        return new PostgresOptions(address, Role.OBSERVER, time, random, address.settings(), CrashHook.NONE);
    }

    /**
     * The same with other settings.
     *
     * @param other the numbers
     * @return a copy
     */
    public PostgresOptions withSettings(PostgresSettings other) {
        return new PostgresOptions(address, role, time, random, other, crashHook);
    }

    /**
     * The same with a hook.
     *
     * @param hook told about commits
     * @return a copy
     */
    public PostgresOptions withCrashHook(CrashHook hook) {
        return new PostgresOptions(address, role, time, random, settings, hook);
    }
}
