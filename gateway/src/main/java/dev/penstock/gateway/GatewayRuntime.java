package dev.penstock.gateway;

import dev.penstock.client.BackgroundSettings;
import dev.penstock.client.CallListener;
import dev.penstock.client.CallSettings;
import dev.penstock.client.EngineSnapshot;
import dev.penstock.client.Penstock;
import dev.penstock.client.PenstockConfig;
import dev.penstock.client.Routes;
import dev.penstock.gateway.admin.AdminEndpoints;
import dev.penstock.gateway.admin.AdminKey;
import dev.penstock.gateway.admin.Standing;
import dev.penstock.gateway.chat.ChatSettings;
import dev.penstock.gateway.config.CallsConfig;
import dev.penstock.gateway.config.GatewayConfig;
import dev.penstock.gateway.config.Restart;
import dev.penstock.gateway.log.CallLog;
import dev.penstock.gateway.log.LogWriter;
import dev.penstock.gateway.log.RetentionLog;
import dev.penstock.gateway.metrics.CallMetrics;
import dev.penstock.gateway.operations.LookUp;
import dev.penstock.gateway.operations.OperationEndpoints;
import dev.penstock.gateway.retention.RetentionRounds;
import dev.penstock.gateway.server.Endpoint;
import dev.penstock.gateway.tenant.KeyTable;
import dev.penstock.provider.profile.ProviderModel;
import dev.penstock.store.Ledger;
import dev.penstock.store.StoreException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A gateway with everything behind it: engine, keys, figures, log and ports, started together and stopped in order.
 * Thread-safe.
 */
public final class GatewayRuntime implements AutoCloseable {

    private final GatewaySetup setup;
    private final @Nullable LogWriter log;
    private final CallMetrics metrics = new CallMetrics();
    private final Penstock engine;
    private final KeyTable tenants;
    private final Gateway gateway;
    private final @Nullable RetentionRounds retention;
    private final GatewayConfig began;
    private volatile Live live;
    private volatile boolean draining;

    private GatewayRuntime(GatewaySetup setup) {
        this.setup = setup;
        GatewaySetup.Reading first = setup.reading().get();
        this.began = first.config();
        this.live = live(first);
        PrintStream lines = setup.log();
        this.log = lines == null ? null : new LogWriter(lines);
        List<AutoCloseable> started = new ArrayList<>();
        try {
            if (log != null) {
                started.add(log);
            }
            this.engine = Penstock.open(engineConfig());
            started.add(engine);
            this.tenants = startTenants();
            started.add(tenants);
            Ledger ledger = setup.ledger();
            if (ledger != null) {
                metrics.watch(ledger.operations());
            }
            this.gateway = startGateway();
            this.retention = ledger == null ? null : startRetention(ledger);
        } catch (RuntimeException e) {
            started.reversed().forEach(room -> closeAfter(e, room));
            throw e;
        }
    }

    /** What was started before something else failed does not stay behind. */
    private static void closeAfter(RuntimeException failure, AutoCloseable room) {
        try {
            room.close();
        } catch (Exception e) {
            failure.addSuppressed(e);
        }
    }

    /**
     * Starts it.
     *
     * @param setup what it is started with
     * @return the gateway, ready to answer
     * @throws dev.penstock.provider.config.ConfigurationException if there are no routes or keys for them
     * @throws java.io.UncheckedIOException if a port cannot be listened on
     */
    public static GatewayRuntime start(GatewaySetup setup) {
        return new GatewayRuntime(setup);
    }

    /**
     * The API's port.
     *
     * @return its number
     */
    public int apiPort() {
        return gateway.apiPort();
    }

    /**
     * The operators' port.
     *
     * @return its number
     */
    public int adminPort() {
        return gateway.adminPort();
    }

    /**
     * Takes anew what can change without a restart: routes with their credentials, aliases and fallbacks, how calls run,
     * the number of active attempts, the ceilings of tenants, and how long things are kept. Calls that run go on as they
     * began.
     *
     * @return the settings that have changed since the start and need a restart: "limits.max_retained"
     * @throws dev.penstock.provider.config.ConfigurationException if they cannot be used; the old ones then stay
     */
    public List<String> reload() {
        GatewaySetup.Reading fresh = setup.reading().get();
        GatewayConfig config = fresh.config();
        Live next = live(fresh);
        engine.reload(fresh.routes());
        engine.reload(
                config.calls().policy(config.limits().policy()), config.calls().upstreamStream());
        tenants.reload(config.tenants());
        live = next;
        return Restart.neededBy(began, config);
    }

    /**
     * What calls are answered by; replaced as a whole.
     *
     * @param config the settings
     * @param routes the ways to providers
     * @param chat how chat calls are answered
     * @param background how submitted work runs
     */
    private record Live(GatewayConfig config, Routes routes, ChatSettings chat, CallSettings background) {}

    private Live live(GatewaySetup.Reading reading) {
        CallsConfig calls = reading.config().calls();
        return new Live(reading.config(), reading.routes(), calls.chat(setup.random()), calls.background());
    }

    /** Takes no new calls; what was sent is waited for and answered. Cannot be taken back. */
    public void drain() {
        draining = true;
        if (retention != null) {
            retention.close();
        }
        gateway.drain();
    }

    /**
     * Waits until nothing is in flight.
     *
     * @param atMost how long
     * @return whether nothing is
     * @throws InterruptedException if the thread is interrupted
     */
    public boolean awaitIdle(Duration atMost) throws InterruptedException {
        return engine.awaitIdle(atMost);
    }

    /** Aborts what is in flight: its outcome becomes unknown, unless it is proven that nothing was sent. */
    public void abort() {
        engine.abortInFlight();
    }

    /** Drains, waits for what is in flight for at most 30 s, aborts the rest, and ends. The ledger stays open. */
    @Override
    public void close() {
        drain();
        gateway.close();
        engine.close();
        tenants.close();
        if (log != null) {
            log.close();
        }
    }

    private PenstockConfig engineConfig() {
        GatewayConfig config = began;
        CallListener lines = log == null ? CallListener.none() : new CallLog(log, setup.time());
        Ledger ledger = setup.ledger();
        return new PenstockConfig(
                live.routes(),
                ledger,
                config.calls().policy(config.limits().policy()),
                setup.transport(),
                config.calls().upstreamStream(),
                setup.prices(),
                event -> {
                    metrics.on(event);
                    lines.on(event);
                },
                ledger == null ? BackgroundSettings.OFF : config.background().settings(),
                setup.time(),
                setup.random());
    }

    private KeyTable startTenants() {
        Ledger ledger = setup.ledger();
        return KeyTable.start(
                setup.clientKey(), ledger == null ? null : ledger.apiKeys(), began.tenants(), setup.time());
    }

    private RetentionRounds startRetention(Ledger ledger) {
        return RetentionRounds.start(
                ledger,
                () -> live.config(),
                log == null ? ignored -> {} : new RetentionLog(log, setup.time()),
                setup.time(),
                setup.random());
    }

    private Gateway startGateway() {
        GatewayConfig config = began;
        AdminEndpoints admin = new AdminEndpoints(
                new RuntimeStanding(),
                metrics,
                new AdminKey(setup.adminKey()),
                setup.time().ticker());
        List<Endpoint> endpoints = new ArrayList<>(admin.forApi());
        Ledger ledger = setup.ledger();
        if (ledger == null) {
            endpoints.add(new LookUp(engine, tenants).endpoint());
        } else {
            endpoints.addAll(
                    new OperationEndpoints(engine, ledger, tenants, () -> live.background(), setup.random()).all());
        }
        return Gateway.start(new GatewayParts(
                engine,
                tenants,
                () -> live.chat(),
                this::models,
                config.api().settings(GatewayConfig.API_PORT),
                endpoints,
                config.admin().settings(GatewayConfig.ADMIN_PORT),
                admin.forAdmin(),
                setup.time()));
    }

    /** Aliases, and the models that the routes' profiles document. */
    private List<String> models() {
        Routes now = live.routes();
        TreeSet<String> names = new TreeSet<>(now.aliases().keySet());
        now.primary().profile().models().stream().map(ProviderModel::id).forEach(names::add);
        return List.copyOf(names);
    }

    private final class RuntimeStanding implements Standing {

        @Override
        public boolean isDraining() {
            return draining;
        }

        @Override
        public boolean storeAnswers() {
            @Nullable Ledger ledger = setup.ledger();
            if (ledger == null) {
                return true;
            }
            try {
                ledger.pauses().all();
                return true;
            } catch (StoreException e) {
                return false;
            }
        }

        @Override
        public Load load() {
            Gateway.Load load = gateway.load();
            return new Load(load.connections(), load.requests());
        }

        @Override
        public EngineSnapshot engine() {
            return engine.snapshot();
        }

        @Override
        public List<String> reload() {
            return GatewayRuntime.this.reload();
        }
    }
}
