package dev.penstock.it.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.client.CallSettings;
import dev.penstock.client.ChatCall;
import dev.penstock.client.Penstock;
import dev.penstock.client.PenstockConfig;
import dev.penstock.client.PolicySettings;
import dev.penstock.client.Result;
import dev.penstock.client.Route;
import dev.penstock.client.UpstreamStream;
import dev.penstock.http.Credential;
import dev.penstock.it.support.Await;
import dev.penstock.it.support.Chat;
import dev.penstock.it.support.PostgresServer;
import dev.penstock.it.support.RequestLog.Request;
import dev.penstock.it.support.SimulatorProcess;
import dev.penstock.policy.admission.LimiterSnapshot;
import dev.penstock.provider.profile.ProviderProfile;
import dev.penstock.store.Ledger;
import dev.penstock.store.jdbc.postgres.PostgresAddress;
import dev.penstock.store.jdbc.postgres.PostgresLedger;
import dev.penstock.store.jdbc.postgres.PostgresOptions;
import dev.penstock.store.jdbc.sqlite.SqliteLedger;
import dev.penstock.store.jdbc.sqlite.SqliteOptions;
import dev.penstock.time.Chance;
import dev.penstock.time.Time;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("R-ADMIT-8 a limit that is lowered in the configuration holds from the next renewal on")
class LoweredLimitE2E {

    private static final int BEFORE = 12;
    private static final int AFTER = 3;
    private static final int CALLERS = 30;
    private static final String SCRIPT = "defaults: {delay: {before_head: 40ms..80ms}}\n";

    @TempDir
    private Path directory;

    @Test
    @DisplayName("of one engine on a file")
    void oneEngineOnSqlite() {
        try (SimulatorProcess provider = start();
                Ledger ledger = SqliteLedger.open(
                        SqliteOptions.engine(directory.resolve("store"), Time.system(), Chance.system()))) {
            holds(provider, List.of(ledger));
        }
    }

    @Test
    @DisplayName("of two engines that share an account by PostgreSQL, all together")
    void twoEnginesOnPostgres() {
        try (PostgresServer server = PostgresServer.start();
                SimulatorProcess provider = start()) {
            server.create("shared");
            String store = PostgresServer.store("shared", server.port());
            try (Ledger one = postgres(store);
                    Ledger two = postgres(store)) {
                holds(provider, List.of(one, two));
            }
        }
    }

    private static void holds(SimulatorProcess provider, List<Ledger> ledgers) {
        List<Penstock> engines = new ArrayList<>();
        try {
            ledgers.forEach(ledger -> engines.add(Penstock.open(config(provider, ledger))));
            burst(engines, "before");
            assertThat(mostActive(provider, "before")).as("the limit before").isGreaterThan(AFTER);

            engines.forEach(
                    engine -> engine.reload(PolicySettings.defaults().withMaxActive(AFTER), UpstreamStream.AUTO));
            Await.until("what is usable comes down", () -> sum(engines, LimiterSnapshot::limit) <= AFTER);
            burst(engines, "after");

            assertThat(mostActive(provider, "after")).isBetween(1, AFTER);
        } finally {
            engines.forEach(Penstock::close);
        }
    }

    private static void burst(List<Penstock> engines, String name) {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<CompletableFuture<Result>> calls = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                Penstock engine = engines.get(i % engines.size());
                ChatCall call =
                        ChatCall.of(Chat.of(name).body()).withKey(name + i).withSettings(CallSettings.background());
                calls.add(CompletableFuture.supplyAsync(() -> make(engine, call), threads));
            }
            assertThat(calls).allMatch(call -> call.join() instanceof Result.Answered);
        }
    }

    private static Result make(Penstock engine, ChatCall call) {
        try {
            return engine.call(call);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static int mostActive(SimulatorProcess provider, String name) {
        Map<String, List<Request>> read = provider.log().readByContent();
        return read.getOrDefault(Chat.of(name).digest(), List.of()).stream()
                .mapToInt(Request::active)
                .max()
                .orElse(0);
    }

    private static int sum(List<Penstock> engines, ToIntFunction<LimiterSnapshot> what) {
        return engines.stream()
                .flatMap(engine -> engine.snapshot().permits().values().stream())
                .mapToInt(what)
                .sum();
    }

    private SimulatorProcess start() {
        return SimulatorProcess.start(directory, SCRIPT, "--look", "openai");
    }

    private static PenstockConfig config(SimulatorProcess provider, Ledger ledger) {
        ProviderProfile profile =
                ProviderProfile.bundled("openai-compatible").withBaseUrl(URI.create(provider.baseUrl()));
        return PenstockConfig.of(Route.to(profile, Credential.of("a-key-of-the-simulator")))
                .withLedger(ledger)
                .withPolicy(PolicySettings.defaults().withMaxActive(BEFORE));
    }

    private static Ledger postgres(String store) {
        return PostgresLedger.open(
                PostgresOptions.engine(PostgresAddress.parse(store, Map.of()), Time.system(), Chance.system()));
    }
}
