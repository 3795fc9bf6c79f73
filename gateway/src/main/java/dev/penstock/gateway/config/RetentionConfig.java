package dev.penstock.gateway.config;

import static java.util.Objects.requireNonNullElse;

import dev.penstock.store.Maintenance.Retention;

/**
 * How long things are kept after their end (design 8, "Retention"). Immutable.
 *
 * @param bodies prompts and answers; 30 days by default
 * @param rows records without them, by which a key is still known; 400 days by default, at least as long as bodies
 */
public record RetentionConfig(Span bodies, Span rows) {

    /** Puts the defaults in, and checks that records outlive their bodies. */
    public RetentionConfig {
        Retention usual = Retention.defaults();
        bodies = requireNonNullElse(bodies, new Span(usual.bodies()));
        rows = requireNonNullElse(rows, new Span(usual.rows()));
        Retention ignored = new Retention(bodies.value(), rows.value());
    }

    /**
     * The defaults of design 8.
     *
     * @return 30 and 400 days
     */
    public static RetentionConfig defaults() {
        Retention usual = Retention.defaults();
        return new RetentionConfig(new Span(usual.bodies()), new Span(usual.rows()));
    }

    /**
     * What the store takes.
     *
     * @return the spans
     */
    public Retention kept() {
        return new Retention(bodies.value(), rows.value());
    }
}
