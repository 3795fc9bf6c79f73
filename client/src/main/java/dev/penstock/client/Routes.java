package dev.penstock.client;

import dev.penstock.policy.admission.AccountKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where calls can go: the named routes, and for each alias the targets that may answer for it. The model in a caller's
 * body picks the alias; a model that is no alias goes to the default route as it is. The first target of an alias is its
 * primary, the others are fallbacks, tried in their order (design 6). Immutable.
 *
 * <p>Routes with the same provider and account are that account's credentials: they share its limits, and when the
 * provider refuses one of them, calls go on with the next (R-CLASS-3).
 *
 * @param all the routes, each with its own name; at least one
 * @param defaultRoute the name of the route of models that are no alias
 * @param aliases the targets of each alias, at least one each, in the order in which they are tried
 */
public record Routes(List<Route> all, String defaultRoute, Map<String, List<RouteTarget>> aliases) {

    /** Checks that every name that is used exists, and that one account lives at one address. */
    public Routes {
        all = List.copyOf(all);
        Map<String, List<RouteTarget>> copy = new LinkedHashMap<>();
        aliases.forEach((alias, targets) -> copy.put(alias, List.copyOf(targets)));
        aliases = Map.copyOf(copy);
        checkRoutes(all);
        checkNames(names(all), defaultRoute, aliases);
    }

    /**
     * Routes without aliases.
     *
     * @param first the default route
     * @param more further routes
     * @return the routes
     * @throws IllegalArgumentException if two have one name, or one account has two addresses
     */
    public static Routes of(Route first, Route... more) {
        List<Route> all = new ArrayList<>(more.length + 1);
        all.add(first);
        all.addAll(List.of(more));
        return new Routes(all, first.name(), Map.of());
    }

    /**
     * The same with one more alias, or with other targets for one.
     *
     * @param alias the model as callers name it
     * @param primary what answers for it
     * @param fallbacks what answers where the primary cannot, in their order
     * @return a copy
     * @throws IllegalArgumentException if a target names no route
     */
    public Routes withAlias(String alias, RouteTarget primary, RouteTarget... fallbacks) {
        List<RouteTarget> targets = new ArrayList<>(fallbacks.length + 1);
        targets.add(primary);
        targets.addAll(List.of(fallbacks));
        Map<String, List<RouteTarget>> more = new LinkedHashMap<>(aliases);
        more.put(alias, targets);
        return new Routes(all, defaultRoute, more);
    }

    /**
     * A route by its name.
     *
     * @param name the name
     * @return the route, empty if there is none
     */
    public Optional<Route> route(String name) {
        return all.stream().filter(route -> route.name().equals(name)).findFirst();
    }

    /**
     * The route of models that are no alias.
     *
     * @return the default route
     */
    public Route primary() {
        return route(defaultRoute).orElseThrow();
    }

    private static void checkRoutes(List<Route> all) {
        Map<AccountKey, Route> accounts = new HashMap<>();
        Set<String> names = new HashSet<>();
        for (Route route : all) {
            if (!names.add(route.name())) {
                throw new IllegalArgumentException("two routes are named " + route.name());
            }
            Route same = accounts.putIfAbsent(route.accountKey(), route);
            if (same != null
                    && !same.profile().endpoint().equals(route.profile().endpoint())) {
                throw new IllegalArgumentException("routes " + same.name() + " and " + route.name()
                        + " share an account and not an address; name their accounts apart");
            }
        }
    }

    private static void checkNames(Set<String> names, String defaultRoute, Map<String, List<RouteTarget>> aliases) {
        if (!names.contains(defaultRoute)) {
            throw new IllegalArgumentException("the default route " + defaultRoute + " is not among the routes");
        }
        aliases.forEach((alias, targets) -> {
            if (alias.isEmpty() || targets.isEmpty()) {
                throw new IllegalArgumentException("an alias has a name and at least one target");
            }
            for (RouteTarget target : targets) {
                if (!names.contains(target.route())) {
                    throw new IllegalArgumentException("alias " + alias + " names no known route: " + target.route());
                }
            }
        });
    }

    private static Set<String> names(List<Route> all) {
        Set<String> names = new HashSet<>();
        all.forEach(route -> names.add(route.name()));
        return names;
    }
}
