package dev.penstock.gateway;

import dev.penstock.client.Route;
import dev.penstock.client.Routes;
import dev.penstock.gateway.config.GatewayConfig;
import dev.penstock.gateway.config.ListenConfig;
import dev.penstock.http.Credential;
import dev.penstock.http.TransportConfig;
import dev.penstock.provider.config.ConfigurationException;
import dev.penstock.provider.profile.ProviderProfile;
import dev.penstock.provider.usage.PriceBook;
import dev.penstock.simulator.Simulator;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.store.ApiKey;
import dev.penstock.store.ApiKeySecret;
import dev.penstock.store.Ledger;
import dev.penstock.store.Tenant;
import dev.penstock.store.jdbc.sqlite.SqliteLedger;
import dev.penstock.store.jdbc.sqlite.SqliteOptions;
import dev.penstock.time.Chance;
import dev.penstock.time.Time;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A whole gateway as `serve` runs it, in front of a simulator, on a store in a file, with two tenants. */
public final class RuntimeBench implements AutoCloseable {

    /** A chat request. */
    public static final String BODY =
            "{\"model\":\"deepseek-v4-flash\",\"messages\":[{\"role\":\"user\",\"content\":\"PROMPT-CANARY\"}]}";

    private static final String OWN_KEY = "own-client-key-canary";
    private static final String ADMIN_KEY = "admin-key-canary";

    private final ByteArrayOutputStream log = new ByteArrayOutputStream();
    private final HttpClient http = HttpClient.newHttpClient();
    private final Simulator simulator;
    private final @Nullable Ledger ledger;
    private final String otherKey;
    private final GatewayRuntime gateway;
    private volatile boolean broken;
    private volatile GatewayConfig config;

    /**
     * Starts it.
     *
     * @param folder where the store goes
     * @param faults of the simulator
     */
    public RuntimeBench(Path folder, FaultScript faults) {
        this(folder, faults, GatewayConfig.defaults());
    }

    /**
     * Starts it.
     *
     * @param folder where the store goes
     * @param faults of the simulator
     * @param config what it is told, but for its ports
     */
    public RuntimeBench(Path folder, FaultScript faults, GatewayConfig config) {
        this(folder, faults, config, Time.system());
    }

    /**
     * Starts it.
     *
     * @param folder where the store goes
     * @param faults of the simulator
     * @param config what it is told, but for its ports
     * @param time the gateway's, and the store's
     */
    public RuntimeBench(Path folder, FaultScript faults, GatewayConfig config, Time time) {
        this(
                SqliteLedger.open(SqliteOptions.engine(folder.resolve("gateway.penstock"), time, Chance.system())),
                faults,
                config,
                time);
    }

    private RuntimeBench(@Nullable Ledger ledger, FaultScript faults, GatewayConfig config, Time time) {
        simulator = Simulator.start(faults);
        this.config = config;
        this.ledger = ledger;
        otherKey = ledger == null
                ? ""
                : ledger.apiKeys()
                        .create(new Tenant("other"), "test", ApiKey.Ceilings.defaults())
                        .secret()
                        .reveal();
        gateway = GatewayRuntime.start(new GatewaySetup(
                this::reading,
                ledger,
                ApiKeySecret.of(OWN_KEY),
                ApiKeySecret.of(ADMIN_KEY),
                TransportConfig.defaults(),
                PriceBook.bundled(),
                new PrintStream(log, true, StandardCharsets.UTF_8),
                time,
                Chance.system()));
    }

    /**
     * One that keeps nothing, and has no other tenant.
     *
     * @return it
     */
    public static RuntimeBench withoutStore() {
        return new RuntimeBench((Ledger) null, FaultScript.NONE, GatewayConfig.defaults(), Time.system());
    }

    private GatewaySetup.Reading reading() {
        if (broken) {
            throw new ConfigurationException("gateway.yaml, line 7: broken");
        }
        ProviderProfile profile = ProviderProfile.bundled("simulator").withBaseUrl(URI.create(simulator.baseUrl()));
        return new GatewaySetup.Reading(
                config.withPorts(
                        ListenConfig.defaults().with(null, 0, false),
                        ListenConfig.defaults().with(null, 0, false)),
                Routes.of(Route.to(profile, Credential.of("sk-provider-canary"))));
    }

    /**
     * Writes another configuration, for the next reading.
     *
     * @param value what it says, but for its ports
     */
    public void configure(GatewayConfig value) {
        config = value;
    }

    /** Lets the next reading of the configuration fail. */
    public void breakConfiguration() {
        broken = true;
    }

    /**
     * The gateway.
     *
     * @return it
     */
    public GatewayRuntime gateway() {
        return gateway;
    }

    /**
     * Requests that the simulator finished.
     *
     * @return how many
     */
    public long sends() {
        return simulator.finishedCount();
    }

    /**
     * What was logged so far.
     *
     * @return the lines
     */
    public String log() {
        return log.toString(StandardCharsets.UTF_8);
    }

    /**
     * Asks the API as the gateway's own tenant.
     *
     * @param method GET or POST
     * @param path the path
     * @param body the body, "" for none
     * @param headers names and values, one after the other
     * @return the response
     */
    public HttpResponse<String> api(String method, String path, String body, String... headers) {
        return ask(gateway.apiPort(), OWN_KEY, method, path, body, headers);
    }

    /**
     * Asks the API as another tenant.
     *
     * @param method GET or POST
     * @param path the path
     * @param body the body, "" for none
     * @return the response
     */
    public HttpResponse<String> other(String method, String path, String body) {
        return ask(gateway.apiPort(), otherKey, method, path, body);
    }

    /**
     * Asks the operators' port.
     *
     * @param method GET or POST
     * @param path the path
     * @return the response
     */
    public HttpResponse<String> admin(String method, String path) {
        return ask(gateway.adminPort(), ADMIN_KEY, method, path, "");
    }

    /**
     * Asks with any key.
     *
     * @param port the port
     * @param key what is shown
     * @param method GET or POST
     * @param path the path
     * @param body the body, "" for none
     * @param headers names and values, one after the other
     * @return the response
     */
    public HttpResponse<String> ask(int port, String key, String method, String path, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("authorization", "Bearer " + key)
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return http.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        http.close();
        gateway.close();
        if (ledger != null) {
            ledger.close();
        }
        simulator.close();
    }
}
