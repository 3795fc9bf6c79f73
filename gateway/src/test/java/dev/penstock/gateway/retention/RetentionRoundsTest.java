package dev.penstock.gateway.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.gateway.Eventually;
import dev.penstock.gateway.RuntimeBench;
import dev.penstock.gateway.config.GatewayConfig;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.store.Ledger;
import dev.penstock.store.Maintenance;
import dev.penstock.store.Maintenance.Pruned;
import dev.penstock.store.Maintenance.Retention;
import dev.penstock.store.StoreException;
import dev.penstock.testkit.FixedRandom;
import dev.penstock.testkit.VirtualTime;
import dev.penstock.time.Signal;
import dev.penstock.time.Sleeper;
import dev.penstock.time.Time;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.logging.Filter;
import java.util.logging.Logger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Design 8: what has outlived its retention goes by itself")
class RetentionRoundsTest {

    private static final Pruned NOTHING = new Pruned(0, 0);

    @TempDir
    private Path folder;

    private final VirtualTime time = new VirtualTime();
    private final List<Retention> asked = new ArrayList<>();
    private final List<Pruned> told = new ArrayList<>();

    @Test
    @DisplayName("as the configuration says, at moments that chance draws, until an interrupt")
    void rounds_untilInterrupted() throws Exception {
        GatewayConfig config = GatewayConfig.read(
                Files.writeString(folder.resolve("yaml"), "retention: {bodies: 1d, rows: 2d}\n"), Map.of());

        rounds(config, retention -> {
            asked.add(retention);
            if (asked.size() == 3) {
                Thread.currentThread().interrupt();
            }
            return NOTHING;
        });

        assertThat(asked).hasSize(3).containsOnly(new Retention(Duration.ofDays(1), Duration.ofDays(2)));
        assertThat(time.sleeps()).containsExactly(Duration.ofMinutes(5), Duration.ofDays(1), Duration.ofDays(1));
        assertThat(told).isEmpty();
    }

    @Test
    @DisplayName("an outage of the store is told of once, and the rounds go on; what was removed is told of")
    void rounds_storeAway_goOn() {
        List<Boolean> away = List.of(true, true, false, true, false);
        List<String> warnings = new ArrayList<>();
        Logger logger = Logger.getLogger(RetentionRounds.class.getName());
        Filter before = logger.getFilter();
        logger.setFilter(line -> !warnings.add(line.getMessage()));
        try {
            rounds(GatewayConfig.defaults(), retention -> {
                asked.add(retention);
                if (asked.size() > away.size()) {
                    Thread.currentThread().interrupt();
                } else if (away.get(asked.size() - 1)) {
                    throw new StoreException(StoreException.Kind.UNAVAILABLE, "away", null);
                }
                return new Pruned(2, 1);
            });
        } finally {
            logger.setFilter(before);
        }

        assertThat(warnings).hasSize(2);
        assertThat(told).containsExactly(new Pruned(2, 1), new Pruned(2, 1), new Pruned(2, 1));
    }

    @Test
    @DisplayName("a gateway does it on its store: an old key is answered as expired, and nothing is sent")
    void gateway_oldAnswer_expires() throws Exception {
        try (RuntimeBench bench = new RuntimeBench(folder, FaultScript.NONE)) {
            assertThat(status(bench)).isEqualTo(200);
        }
        try (RuntimeBench bench = new RuntimeBench(folder, FaultScript.NONE, GatewayConfig.defaults(), aMonthLater())) {
            Eventually.holds(() -> bench.log().contains("\"event\":\"retention\",\"bodies\":2,\"records\":0}"));

            assertThat(status(bench)).isEqualTo(410);
            assertThat(bench.sends()).isZero();
        }
    }

    private static int status(RuntimeBench bench) {
        return bench.api("POST", "/v1/chat/completions", RuntimeBench.BODY, "idempotency-key", "k")
                .statusCode();
    }

    /** Runs rounds on this thread. */
    private void rounds(GatewayConfig config, Function<Retention, Pruned> prune) {
        Maintenance maintenance = proxy(Maintenance.class, (self, method, given) -> prune.apply((Retention) given[0]));
        Ledger ledger = proxy(Ledger.class, (self, method, given) -> maintenance);
        new RetentionRounds(ledger, () -> config, told::add, time.time(), new FixedRandom(0.5)).untilInterrupted();
        assertThat(Thread.interrupted()).isTrue();
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /** Real time, but 31 days on, and the first round comes at once. */
    private static Time aMonthLater() {
        Time real = Time.system();
        AtomicBoolean waits = new AtomicBoolean();
        Sleeper sleeper = new Sleeper() {
            @Override
            public void sleep(long nanos) throws InterruptedException {
                if (!Thread.currentThread().getName().equals("penstock-retention") || waits.getAndSet(true)) {
                    real.sleeper().sleep(nanos);
                }
            }

            @Override
            public boolean await(Signal signal, long nanos) throws InterruptedException {
                return real.sleeper().await(signal, nanos);
            }
        };
        InstantSource wall = InstantSource.offset(real.wall(), Duration.ofDays(31));
        return new Time(real.ticker(), wall, sleeper, real.timers());
    }
}
