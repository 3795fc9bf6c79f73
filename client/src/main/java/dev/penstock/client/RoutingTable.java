package dev.penstock.client;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Which routes answer for a model, in their order. Immutable: a change of routes makes a new one. */
final class RoutingTable {

    private final List<RouteParts> all;
    private final List<Entry> byDefault;
    private final Map<String, List<Entry>> aliases = new HashMap<>();

    /**
     * One place for a model.
     *
     * @param at the route
     * @param model the model's id there; null for the caller's own
     */
    record Entry(RouteParts at, @Nullable String model) {}

    /**
     * A table.
     *
     * @param routes what is configured
     * @param open makes a route ready for use
     */
    RoutingTable(Routes routes, Function<Route, RouteParts> open) {
        this.all = routes.all().stream().map(open).toList();
        this.byDefault = List.copyOf(withSiblings(named(routes.defaultRoute()), null));
        routes.aliases().forEach((alias, targets) -> {
            List<Entry> entries = new ArrayList<>();
            for (RouteTarget target : targets) {
                entries.addAll(withSiblings(named(target.route()), target.model()));
            }
            aliases.put(alias, entries.stream().distinct().toList());
            entries.forEach(RoutingTable::known);
        });
    }

    /** The places that may answer for a model as a caller names it; at least one. */
    List<Entry> targets(String model) {
        List<Entry> known = aliases.get(model);
        return known != null ? known : byDefault;
    }

    /** A model that somebody configured has limits of its own, whatever callers invent. */
    private static void known(Entry entry) {
        if (entry.model() != null) {
            Route route = entry.at().route();
            String ignored =
                    entry.at().shared().limitedAs(route, route.profile().canonicalModel(entry.model()));
        }
    }

    /** Routes know their names to be right. */
    private RouteParts named(String name) {
        return all.stream()
                .filter(parts -> parts.route().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** A route, and behind it the other credentials of its account. */
    private List<Entry> withSiblings(RouteParts first, @Nullable String model) {
        List<Entry> entries = new ArrayList<>();
        entries.add(new Entry(first, model));
        for (RouteParts other : all) {
            if (other.credential().account().equals(first.credential().account())
                    && !other.credential().digest().equals(first.credential().digest())) {
                entries.add(new Entry(other, model));
            }
        }
        return entries;
    }
}
