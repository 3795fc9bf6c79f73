package dev.penstock.store.jdbc.sqlite;

import dev.penstock.store.jdbc.CrashHook;
import dev.penstock.time.Time;
import java.nio.file.Path;
import java.util.random.RandomGenerator;

/**
 * What it takes to open a store. Immutable.
 *
 * @param file the database file; made if it does not exist and the role is an engine
 * @param role what this process does with it
 * @param time the store's clock is its wall clock
 * @param random makes ids, and the fingerprint key of a new store: outside tests a {@link java.security.SecureRandom}
 * @param settings the numbers
 * @param crashHook told about commits, for tests that end the process there; {@link CrashHook#NONE} by default
 */
public record SqliteOptions(
        Path file, Role role, Time time, RandomGenerator random, SqliteSettings settings, CrashHook crashHook) {

    /** What a process does with a store. */
    public sealed interface Role {

        /**
         * It dispatches: one process per file, held by a lock.
         *
         * @param adminAddress where the engine can be asked, shown to whoever finds the lock taken; "" for nowhere
         */
        record Engine(String adminAddress) implements Role {}

        /** It looks and decides beside a running engine, and dispatches nothing: {@code ops}, {@code doctor}. */
        record Observer() implements Role {}
    }

    /**
     * An engine with the default settings.
     *
     * @param file the database file
     * @param time the clock
     * @param random chance
     * @return its options
     */
    public static SqliteOptions engine(Path file, Time time, RandomGenerator random) {
        return new SqliteOptions(file, new Role.Engine(""), time, random, SqliteSettings.defaults(), CrashHook.NONE);
    }

    /**
     * An observer with the default settings.
     *
     * @param file the database file
     * @param time the clock
     * @param random chance
     * @return its options
     */
    public static SqliteOptions observer(Path file, Time time, RandomGenerator random) {
        return new SqliteOptions(file, new Role.Observer(), time, random, SqliteSettings.defaults(), CrashHook.NONE);
    }

    /**
     * The same with other settings.
     *
     * @param other the numbers
     * @return a copy
     */
    public SqliteOptions withSettings(SqliteSettings other) {
        return new SqliteOptions(file, role, time, random, other, crashHook);
    }

    /**
     * The same in another role.
     *
     * @param other what this process does with the store
     * @return a copy
     */
    public SqliteOptions withRole(Role other) {
        return new SqliteOptions(file, other, time, random, settings, crashHook);
    }

    /**
     * The same with a hook.
     *
     * @param hook told about commits
     * @return a copy
     */
    public SqliteOptions withCrashHook(CrashHook hook) {
        return new SqliteOptions(file, role, time, random, settings, hook);
    }
}
