package dev.penstock.gateway;

import dev.penstock.client.Penstock;
import dev.penstock.client.PenstockConfig;
import dev.penstock.client.Route;
import dev.penstock.gateway.api.TenantGrant;
import dev.penstock.gateway.chat.ChatSettings;
import dev.penstock.gateway.server.ServerSettings;
import dev.penstock.http.Credential;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.provider.profile.ProviderProfile;
import dev.penstock.simulator.Simulator;
import dev.penstock.simulator.log.LogEntry;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.store.Ledger;
import dev.penstock.store.Tenant;
import dev.penstock.store.jdbc.sqlite.SqliteLedger;
import dev.penstock.store.jdbc.sqlite.SqliteOptions;
import dev.penstock.time.Chance;
import dev.penstock.time.Time;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A simulator, an engine, a gateway in front of it and a client: the real thing everywhere. */
public final class GatewayBench implements AutoCloseable {

    static final String KEY = "sk-client-canary";
    static final String OTHER_KEY = "sk-other-canary";
    static final String BODY = body(false);
    static final String STREAM = body(true);

    private final Simulator simulator;
    private final @Nullable Ledger ledger;
    private final Penstock engine;
    private final Gateway gateway;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** What a bench is made of. */
    static final class Plan {
        FaultScript script = FaultScript.NONE;

        @Nullable
        Path folder;

        UnaryOperator<PenstockConfig> engine = config -> config;
        ChatSettings chat = ChatSettings.defaults();
        ServerSettings api = ServerSettings.defaults("127.0.0.1", 0);

        Plan script(FaultScript value) {
            script = value;
            return this;
        }

        Plan ledgerIn(Path value) {
            folder = value;
            return this;
        }

        Plan engine(UnaryOperator<PenstockConfig> value) {
            engine = value;
            return this;
        }

        Plan chat(ChatSettings value) {
            chat = value;
            return this;
        }

        Plan api(ServerSettings value) {
            api = value;
            return this;
        }

        GatewayBench start() {
            return new GatewayBench(this);
        }
    }

    private GatewayBench(Plan plan) {
        simulator = Simulator.start(plan.script);
        ProviderProfile profile = ProviderProfile.bundled("simulator").withBaseUrl(URI.create(simulator.baseUrl()));
        ledger = plan.folder == null
                ? null
                : SqliteLedger.open(
                        SqliteOptions.engine(plan.folder.resolve("ledger"), Time.system(), Chance.system()));
        PenstockConfig config = PenstockConfig.of(Route.to(profile, Credential.of("sk-provider-canary")));
        engine = Penstock.open(plan.engine.apply(ledger == null ? config : config.withLedger(ledger)));
        gateway = Gateway.start(new GatewayParts(
                engine,
                GatewayBench::tenant,
                () -> plan.chat,
                () -> List.of("deepseek-v4-flash"),
                plan.api,
                List.of(),
                null,
                List.of(),
                Time.system()));
    }

    static Plan plan() {
        return new Plan();
    }

    static String body(boolean stream) {
        return "{\"model\":\"deepseek-v4-flash\",\"stream\":" + stream
                + ",\"messages\":[{\"role\":\"user\",\"content\":\"prompt-canary\"}]}";
    }

    Simulator simulator() {
        return simulator;
    }

    Ledger ledger() {
        if (ledger == null) {
            throw new IllegalStateException("no ledger");
        }
        return ledger;
    }

    Penstock engine() {
        return engine;
    }

    Gateway gateway() {
        return gateway;
    }

    int port() {
        return gateway.apiPort();
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    /** How many requests the simulator has read whole: the only count that is believed. */
    long sends() {
        return simulator.requests().stream().filter(LogEntry::isReceived).count();
    }

    HttpRequest.Builder request(String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri("/v1/chat/completions"))
                .timeout(Duration.ofSeconds(60))
                .header("authorization", "Bearer " + KEY)
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        return request;
    }

    HttpResponse<String> post(String body, String... headers) throws Exception {
        return send(request(body, headers).build());
    }

    HttpResponse<String> send(HttpRequest request) throws Exception {
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /**
     * A stream that broke off, as a client sees it.
     *
     * @param status the status
     * @param text what came
     */
    record Broken(int status, String text) {}

    /** Asks for a stream that breaks off: reads what comes, and fails if the framing ends as if it were whole. */
    Broken postBroken(String body, String... headers) throws Exception {
        HttpResponse<InputStream> response =
                client.send(request(body, headers).build(), HttpResponse.BodyHandlers.ofInputStream());
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try (InputStream in = response.body()) {
            for (int next = in.read(); next >= 0; next = in.read()) {
                text.write(next);
            }
        } catch (IOException broken) {
            return new Broken(response.statusCode(), text.toString(StandardCharsets.UTF_8));
        }
        throw new AssertionError("the stream ended as if it were whole: " + text.toString(StandardCharsets.UTF_8));
    }

    HttpClient client() {
        return client;
    }

    RawClient raw() throws Exception {
        return new RawClient(port());
    }

    @Override
    public void close() {
        gateway.close();
        engine.close();
        simulator.close();
        if (ledger != null) {
            ledger.close();
        }
    }

    private static Optional<TenantGrant> tenant(String credential) {
        return switch (credential) {
            case KEY ->
                Optional.of(new TenantGrant(
                        new Tenant("acme"),
                        dev.penstock.policy.admission.Priority.INTERACTIVE,
                        EnumSet.allOf(ReplaySetting.class),
                        Duration.ofHours(1)));
            case OTHER_KEY -> Optional.of(TenantGrant.of(new Tenant("other")));
            default -> Optional.empty();
        };
    }
}
