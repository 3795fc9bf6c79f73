package dev.penstock.client;

import dev.penstock.http.Credential;
import dev.penstock.provider.profile.ProviderProfile;
import dev.penstock.simulator.Keys;
import dev.penstock.simulator.Simulator;
import dev.penstock.simulator.SimulatorOptions;
import dev.penstock.simulator.log.LogEntry;
import dev.penstock.simulator.script.FaultScript;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Two simulators and an engine in front of them. The alias {@value #ALIAS} is answered by a route to the first, and where
 * that cannot, by one to the second, under another model.
 */
final class TwoProviders implements AutoCloseable {

    static final String ALIAS = "fast";
    static final String FIRST_MODEL = "deepseek-v4-flash";
    static final String SECOND_MODEL = "deepseek-v4-pro";
    static final String FIRST_KEY = "sk-first-key";
    static final String SPARE_KEY = "sk-spare-key";
    static final String SECOND_KEY = "sk-second-key";

    /** The accounts by which scripts tell the keys apart. */
    private static final Keys KEYS = Keys.of(Map.of(FIRST_KEY, "first", SPARE_KEY, "spare", SECOND_KEY, "second"));

    private final Simulator first;
    private final Simulator second;
    private final Penstock penstock;
    private final List<CallEvent> events = Collections.synchronizedList(new ArrayList<>());

    TwoProviders(FaultScript first, FaultScript second) {
        this(first, second, config -> config);
    }

    TwoProviders(FaultScript first, FaultScript second, UnaryOperator<PenstockConfig> change) {
        this.first = start(first);
        this.second = start(second);
        this.penstock = Penstock.open(change.apply(PenstockConfig.of(routes()).withListener(events::add)));
    }

    /** A route to each, and the alias. */
    Routes routes() {
        return Routes.of(route("first", first, FIRST_KEY), route("second", second, SECOND_KEY))
                .withAlias(ALIAS, new RouteTarget("first", FIRST_MODEL), new RouteTarget("second", SECOND_MODEL));
    }

    /** The second alone, for the first's model too. */
    Routes onlySecond() {
        Route alone = route("second", second, SECOND_KEY);
        return new Routes(
                List.of(alone), "second", Map.of(FIRST_MODEL, List.of(new RouteTarget("second", SECOND_MODEL))));
    }

    /** A route to the first simulator. */
    Route toFirst(String name, String key) {
        return new Route(name, profile(first), "first", Credential.of(key));
    }

    /** A third route: another credential of the first's account. */
    static PenstockConfig withSpareKey(PenstockConfig config) {
        Routes routes = config.routes();
        List<Route> all = new ArrayList<>(routes.all());
        Route first = routes.primary();
        all.add(new Route("spare", first.profile(), first.account(), Credential.of(SPARE_KEY)));
        return config.withRoutes(new Routes(all, routes.defaultRoute(), routes.aliases()));
    }

    /** How many requests the first has read with the key of this account. */
    long firstSends(String account) {
        return first.requests().stream()
                .filter(entry -> account.equals(entry.answered().account()))
                .count();
    }

    Penstock penstock() {
        return penstock;
    }

    Simulator first() {
        return first;
    }

    List<CallEvent> events() {
        return List.copyOf(events);
    }

    /** How many requests each has read whole. */
    List<Long> sends() {
        return List.of(received(first), received(second));
    }

    /** The models that the second was asked for. */
    List<String> secondModels() {
        return second.requests().stream()
                .map(entry -> String.valueOf(entry.received().model()))
                .toList();
    }

    static ChatCall call() {
        return ChatCall.of(Bench.BODY.replace(FIRST_MODEL, ALIAS));
    }

    @Override
    public void close() {
        penstock.close();
        first.close();
        second.close();
    }

    private static long received(Simulator simulator) {
        return simulator.requests().stream().filter(LogEntry::isReceived).count();
    }

    private static Route route(String name, Simulator simulator, String key) {
        return new Route(name, profile(simulator), name, Credential.of(key));
    }

    private static ProviderProfile profile(Simulator simulator) {
        return ProviderProfile.bundled("simulator").withBaseUrl(URI.create(simulator.baseUrl()));
    }

    private static Simulator start(FaultScript script) {
        return Simulator.start(
                SimulatorOptions.builder().keys(KEYS).script(script).build());
    }
}
