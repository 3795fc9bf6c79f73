package dev.penstock.gateway.config;

import java.util.Objects;

/**
 * One of the places that answer for an alias. Immutable.
 *
 * @param route the route's name
 * @param model the model as that provider knows it
 */
public record TargetConfig(String route, String model) {

    /** Checks that both are given. */
    public TargetConfig {
        Objects.requireNonNull(route, "a target's route");
        Objects.requireNonNull(model, "a target's model");
    }
}
