package dev.penstock.gateway.config;

import static java.util.Objects.requireNonNullElse;

import dev.penstock.client.BackgroundSettings;

/**
 * How work is done that nobody waits for. Immutable.
 *
 * @param workers how many background operations run at once; 8 by default, 0 for none: then none is taken in either
 */
public record BackgroundConfig(Integer workers) {

    /** Puts the default in, and checks the number. */
    public BackgroundConfig {
        workers = requireNonNullElse(workers, BackgroundSettings.defaults().workers());
        if (workers < 0) {
            throw new IllegalArgumentException("background workers must not be negative");
        }
    }

    /**
     * The defaults.
     *
     * @return 8 workers
     */
    public static BackgroundConfig defaults() {
        return new BackgroundConfig(BackgroundSettings.defaults().workers());
    }

    /**
     * What the engine takes.
     *
     * @return its settings
     */
    public BackgroundSettings settings() {
        return BackgroundSettings.defaults().withWorkers(workers);
    }
}
