package dev.penstock.gateway.config;

import dev.penstock.client.Route;
import dev.penstock.client.RouteTarget;
import dev.penstock.client.Routes;
import dev.penstock.provider.config.ConfigurationException;
import dev.penstock.provider.profile.ProviderProfile;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the engine's routes of a configuration and the environment's keys. */
final class ConfiguredRoutes {

    private ConfiguredRoutes() {}

    static Routes of(GatewayConfig config, Map<String, String> environment, @Nullable URI simulator) {
        if (config.routes().isEmpty()) {
            throw new ConfigurationException("the configuration has no routes");
        }
        List<Route> routes = new ArrayList<>();
        for (RouteConfig route : config.routes()) {
            ProviderProfile profile = config.provider(route.provider()).profile(route.provider(), simulator);
            routes.add(
                    new Route(route.name(), profile, route.account(), route.credential(profile.name(), environment)));
        }
        return of(config, routes);
    }

    static Routes of(GatewayConfig config, List<Route> routes) {
        Map<String, List<RouteTarget>> aliases = new LinkedHashMap<>();
        config.models()
                .forEach((alias, targets) -> aliases.put(
                        alias,
                        targets.stream()
                                .map(target -> new RouteTarget(target.route(), target.model()))
                                .toList()));
        String usual = config.defaultRoute();
        try {
            return new Routes(routes, usual == null ? routes.getFirst().name() : usual, aliases);
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(String.valueOf(e.getMessage()));
        }
    }
}
