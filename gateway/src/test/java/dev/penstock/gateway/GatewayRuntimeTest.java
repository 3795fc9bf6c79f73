package dev.penstock.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.client.Route;
import dev.penstock.client.Routes;
import dev.penstock.gateway.config.GatewayConfig;
import dev.penstock.http.Credential;
import dev.penstock.http.TransportConfig;
import dev.penstock.provider.profile.ProviderProfile;
import dev.penstock.provider.usage.PriceBook;
import dev.penstock.store.ApiKeySecret;
import dev.penstock.store.Ledger;
import dev.penstock.store.StoreException;
import dev.penstock.store.Workers;
import dev.penstock.store.jdbc.sqlite.SqliteLedger;
import dev.penstock.store.jdbc.sqlite.SqliteOptions;
import dev.penstock.time.Chance;
import dev.penstock.time.Time;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatewayRuntimeTest {

    @TempDir
    private Path folder;

    private final List<String> toWorkers = Collections.synchronizedList(new ArrayList<>());

    @Test
    @DisplayName("a start that fails once the engine runs leaves no engine behind: its lease is given back")
    void start_failsLate_engineIsClosed() {
        StoreException away = new StoreException(StoreException.Kind.UNAVAILABLE, "the store is away", null);
        try (Ledger ledger =
                SqliteLedger.open(SqliteOptions.engine(folder.resolve("ledger"), Time.system(), Chance.system()))) {
            assertThatThrownBy(() -> GatewayRuntime.start(setup(withoutKeys(ledger, away))))
                    .isSameAs(away);

            assertThat(toWorkers).contains("register").endsWith("leave");
        }
    }

    private Ledger withoutKeys(Ledger ledger, StoreException away) {
        Workers workers = proxy(Workers.class, (method, arguments) -> {
            toWorkers.add(method.getName());
            return method.invoke(ledger.workers(), arguments);
        });
        return proxy(Ledger.class, (method, arguments) -> switch (method.getName()) {
            case "apiKeys" -> throw away;
            case "workers" -> workers;
            default -> method.invoke(ledger, arguments);
        });
    }

    private static GatewaySetup setup(Ledger ledger) {
        Route route = Route.to(ProviderProfile.bundled("simulator"), Credential.of("sk-provider-canary"));
        return new GatewaySetup(
                () -> new GatewaySetup.Reading(GatewayConfig.defaults(), Routes.of(route)),
                ledger,
                ApiKeySecret.of("own"),
                ApiKeySecret.of("admin"),
                TransportConfig.defaults(),
                PriceBook.bundled(),
                null,
                Time.system(),
                Chance.system());
    }

    /** What stands in for a room of the ledger. */
    @FunctionalInterface
    private interface Doing {
        Object invoke(java.lang.reflect.Method method, Object[] arguments) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Doing doing) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> doing.invoke(method, arguments)));
    }
}
