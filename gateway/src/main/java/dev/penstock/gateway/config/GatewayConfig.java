package dev.penstock.gateway.config;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import dev.penstock.client.Route;
import dev.penstock.client.Routes;
import dev.penstock.provider.config.ConfigurationException;
import dev.penstock.provider.config.YamlFile;
import dev.penstock.provider.profile.ProviderProfile;
import dev.penstock.store.Tenant;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a gateway is told. Immutable.
 *
 * @param api the port of the API; 8080 by default
 * @param admin the port of the operators; 8081 by default
 * @param store where keyed operations are kept; null for the command's default
 * @param limits how much is retained and sent at once
 * @param calls how calls run whose headers say nothing
 * @param background how work is done that nobody waits for
 * @param retention how long things are kept after their end
 * @param providers the providers by name; built-in ones need no entry
 * @param routes the ways to them; none for a configuration that takes its route from options
 * @param defaultRoute the route of models that are no alias; the first one by default
 * @param models model aliases, each with its targets: the first is the primary, the rest are fallbacks
 * @param tenants the most that tenants may ask for, by name
 */
public record GatewayConfig(
        ListenConfig api,
        ListenConfig admin,
        @Nullable String store,
        LimitsConfig limits,
        CallsConfig calls,
        BackgroundConfig background,
        RetentionConfig retention,
        Map<String, ProviderConfig> providers,
        List<RouteConfig> routes,
        @Nullable String defaultRoute,
        Map<String, List<TargetConfig>> models,
        Map<String, TenantConfig> tenants) {

    /** The API's port where none is named. */
    public static final int API_PORT = 8080;

    /** The operators' port where none is named. */
    public static final int ADMIN_PORT = 8081;

    /** A file of settings is small; anything larger is the wrong file. */
    private static final long LARGEST = 1 << 20;

    /** Puts the defaults in, and checks that every name that is used exists. */
    public GatewayConfig {
        api = requireNonNullElse(api, ListenConfig.defaults());
        admin = requireNonNullElse(admin, ListenConfig.defaults());
        limits = requireNonNullElse(limits, LimitsConfig.defaults());
        calls = requireNonNullElse(calls, CallsConfig.defaults());
        background = requireNonNullElse(background, BackgroundConfig.defaults());
        retention = requireNonNullElse(retention, RetentionConfig.defaults());
        providers = known(requireNonNullElse(providers, Map.of()));
        routes = requireNonNullElse(routes, List.of());
        if (routes.stream().anyMatch(Objects::isNull)) {
            throw new IllegalArgumentException("an entry of routes is empty; it needs a name and a provider");
        }
        routes = List.copyOf(routes);
        models = targets(requireNonNullElse(models, Map.of()));
        tenants = ceilings(requireNonNullElse(tenants, Map.of()));
        for (RouteConfig route : routes) {
            if (!providers.containsKey(route.provider())) {
                throw new IllegalArgumentException("route '" + route.name() + "' names the provider '"
                        + route.provider() + "'; there are " + new TreeSet<>(providers.keySet()));
            }
        }
    }

    /** Built-in providers need no entry, and an entry may be empty. */
    private static Map<String, ProviderConfig> known(Map<String, ProviderConfig> listed) {
        Map<String, ProviderConfig> known = new HashMap<>();
        listed.forEach((name, provider) -> known.put(name, requireNonNullElse(provider, ProviderConfig.named(name))));
        ProviderProfile.BUNDLED.forEach(name -> known.putIfAbsent(name, ProviderConfig.named(name)));
        return Map.copyOf(known);
    }

    /** An alias without a target would stand for nothing. */
    private static Map<String, List<TargetConfig>> targets(Map<String, List<TargetConfig>> listed) {
        Map<String, List<TargetConfig>> targets = new LinkedHashMap<>();
        listed.forEach((alias, places) -> {
            if (places == null || places.isEmpty() || places.stream().anyMatch(Objects::isNull)) {
                throw new IllegalArgumentException(
                        "the model '" + alias + "' needs at least one target: {route: …, model: …}");
            }
            targets.put(alias, List.copyOf(places));
        });
        return Collections.unmodifiableMap(targets);
    }

    /** An entry may be empty: it is the widest. */
    private static Map<String, TenantConfig> ceilings(Map<String, TenantConfig> listed) {
        Map<String, TenantConfig> ceilings = new HashMap<>();
        listed.forEach(
                (name, most) -> ceilings.put(new Tenant(name).id(), requireNonNullElse(most, TenantConfig.widest())));
        return Map.copyOf(ceilings);
    }

    /**
     * The defaults: loopback, no route yet.
     *
     * @return a configuration to start from
     */
    public static GatewayConfig defaults() {
        return new GatewayConfig(
                ListenConfig.defaults(),
                ListenConfig.defaults(),
                null,
                LimitsConfig.defaults(),
                CallsConfig.defaults(),
                BackgroundConfig.defaults(),
                RetentionConfig.defaults(),
                Map.of(),
                List.of(),
                null,
                Map.of(),
                Map.of());
    }

    /**
     * Reads a file.
     *
     * @param file the YAML file
     * @param environment what <code>${NAME}</code> stands for
     * @return what it says
     * @throws ConfigurationException if it cannot be used; the message names file and line
     */
    public static GatewayConfig read(Path file, Map<String, String> environment) {
        try (InputStream in = Files.newInputStream(file)) {
            if (Files.size(file) > LARGEST) {
                throw new ConfigurationException(file + " is larger than 1 MiB; is it the right file?");
            }
            return YamlFile.read(in, file.toString(), GatewayConfig.class, environment);
        } catch (IOException e) {
            throw new ConfigurationException("cannot read the configuration file " + file);
        }
    }

    /**
     * The same with other ports.
     *
     * @param otherApi the port of the API
     * @param otherAdmin the port of the operators
     * @return a copy
     */
    public GatewayConfig withPorts(ListenConfig otherApi, ListenConfig otherAdmin) {
        return new GatewayConfig(
                otherApi,
                otherAdmin,
                store,
                limits,
                calls,
                background,
                retention,
                providers,
                routes,
                defaultRoute,
                models,
                tenants);
    }

    /**
     * The same with other limits and calls.
     *
     * @param otherLimits how much is retained and sent at once
     * @param otherCalls how calls run whose headers say nothing
     * @return a copy
     */
    public GatewayConfig withSettings(LimitsConfig otherLimits, CallsConfig otherCalls) {
        return new GatewayConfig(
                api,
                admin,
                store,
                otherLimits,
                otherCalls,
                background,
                retention,
                providers,
                routes,
                defaultRoute,
                models,
                tenants);
    }

    /**
     * Whether a provider is the look-alike inside this process.
     *
     * @return true if one has to be started
     */
    public boolean needsSimulator() {
        return routes.stream()
                .map(RouteConfig::provider)
                .anyMatch(name -> provider(name).isInProcess(name));
    }

    ProviderConfig provider(String name) {
        return requireNonNull(providers.get(name));
    }

    /**
     * The routes with their credentials.
     *
     * @param environment the variables that hold the keys
     * @param simulator where the look-alike inside this process listens, null if there is none
     * @return what the engine takes
     * @throws ConfigurationException if a key is missing or a name is not known
     */
    public Routes routes(Map<String, String> environment, @Nullable URI simulator) {
        return ConfiguredRoutes.of(this, environment, simulator);
    }

    /**
     * The aliases of this configuration over one route that comes from elsewhere.
     *
     * @param route the route
     * @return what the engine takes
     * @throws ConfigurationException if an alias names another route
     */
    public Routes over(Route route) {
        return ConfiguredRoutes.of(this, List.of(route));
    }

    /** Names no store: its address may hold a password. */
    @Override
    public String toString() {
        return "GatewayConfig[api=" + api + ", admin=" + admin + ", routes=" + routes + ", models=" + models + "]";
    }
}
