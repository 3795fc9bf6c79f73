package dev.penstock.client;

/**
 * One place that can answer for an alias.
 *
 * @param route the name of the route
 * @param model the model's id at that provider; it replaces the caller's in the body, and nothing else changes
 */
public record RouteTarget(String route, String model) {

    /** Refuses empty names. */
    public RouteTarget {
        if (route.isEmpty() || model.isEmpty()) {
            throw new IllegalArgumentException("a target names a route and a model");
        }
    }
}
