package dev.penstock.client;

import dev.penstock.http.Credential;
import dev.penstock.provider.profile.ProviderProfile;
import dev.penstock.simulator.Simulator;
import dev.penstock.simulator.log.LogEntry;
import dev.penstock.simulator.script.FaultScript;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;

/** A simulator and an engine in front of it: the real thing on both sides. */
final class Bench implements AutoCloseable {

    static final String BODY =
            "{\"model\":\"deepseek-v4-flash\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";

    private final Simulator simulator;
    private final PenstockConfig config;
    private final Penstock penstock;
    private final List<CallEvent> events = Collections.synchronizedList(new ArrayList<>());

    Bench(FaultScript script) {
        this(script, config -> config);
    }

    Bench(FaultScript script, UnaryOperator<PenstockConfig> change) {
        this.simulator = Simulator.start(script);
        ProviderProfile profile = ProviderProfile.bundled("simulator").withBaseUrl(URI.create(simulator.baseUrl()));
        PenstockConfig plain =
                PenstockConfig.of(Route.to(profile, Credential.of("sk-test"))).withListener(events::add);
        this.config = change.apply(plain);
        this.penstock = Penstock.open(config);
    }

    Simulator simulator() {
        return simulator;
    }

    /** What its engine was given: another one can be opened in its place. */
    PenstockConfig config() {
        return config;
    }

    Penstock penstock() {
        return penstock;
    }

    List<CallEvent> events() {
        return List.copyOf(events);
    }

    /** How many requests the simulator has read whole: the only count that is believed. */
    long sends() {
        return simulator.requests().stream().filter(LogEntry::isReceived).count();
    }

    static ChatCall call() {
        return ChatCall.of(BODY).withSettings(CallSettings.attached().withDeadline(Duration.ofSeconds(20)));
    }

    @Override
    public void close() {
        penstock.close();
        simulator.close();
    }
}
