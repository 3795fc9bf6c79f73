package dev.penstock.it.canary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.client.CallEvent;
import dev.penstock.client.CallSettings;
import dev.penstock.client.ChatCall;
import dev.penstock.client.Penstock;
import dev.penstock.client.PenstockConfig;
import dev.penstock.client.Result;
import dev.penstock.client.Route;
import dev.penstock.http.Credential;
import dev.penstock.provider.profile.ProviderProfile;
import dev.penstock.simulator.Simulator;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-PRIVACY-1 B093: what values say about themselves")
class ValuesE2E {

    /** The faults that only our own deadline ends are many; they run side by side. */
    private static final Duration DEADLINE = Duration.ofSeconds(4);

    @Test
    @DisplayName("no configuration, call, event or result names a key or a prompt, whatever the provider does")
    void toStrings_holdNoCanary() throws Exception {
        Queue<CallEvent> events = new ConcurrentLinkedQueue<>();
        List<Object> values = new ArrayList<>();
        try (Simulator provider = Simulator.start()) {
            ProviderProfile profile =
                    ProviderProfile.bundled("openai-compatible").withBaseUrl(URI.create(provider.baseUrl()));
            Route route = Route.to(profile, Credential.of(Canaries.KEY));
            PenstockConfig config = PenstockConfig.of(route).withListener(events::add);
            values.addAll(List.of(route, config, route.credential()));
            Collection<String> faults = Simulator.modelFaults().keySet();
            try (Penstock penstock = Penstock.open(config)) {
                values.addAll(results(penstock, faults));
            }
            assertThat(provider.finishedCount()).isGreaterThan(faults.size() / 2);
        }
        values.addAll(events);
        for (Object value : values) {
            Canaries.noneIn(value.getClass().getName(), value.toString());
        }
    }

    private static List<Object> results(Penstock penstock, Collection<String> faults) throws InterruptedException {
        List<Object> values = new ArrayList<>();
        List<dev.penstock.client.PendingCall> pending = new ArrayList<>();
        for (String fault : faults) {
            ChatCall call = ChatCall.of("{\"model\":\"" + fault + "\",\"messages\":[{\"role\":\"user\",\"content\":\""
                            + Canaries.PROMPT + "\"}]}")
                    .withSettings(CallSettings.attached().withDeadline(DEADLINE));
            values.add(call);
            pending.add(penstock.start(call));
        }
        for (var call : pending) {
            try (call) {
                Result result = call.await();
                values.add(result);
            }
        }
        return values;
    }
}
