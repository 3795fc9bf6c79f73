package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.Exchange;
import dev.penstock.http.Transport;
import dev.penstock.http.netty.NettyTransport;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.simulator.log.LogEntry;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationHistory;
import dev.penstock.store.OperationMode;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StoreException;
import dev.penstock.store.Tenant;
import dev.penstock.time.Time;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("R-CANCEL-2 R-OP-10 a cancel, with who asked for it and why")
class CancellingTest {

    private static final IdempotencyKey KEY = new IdempotencyKey("k");
    private static final FaultScript COME_BACK_LATER = FaultScript.builder()
            .always(then -> then.status(429).header("retry-after", "15"))
            .build();
    private static final FaultScript SLOW = FaultScript.builder()
            .always(then -> then.delay(Duration.ofSeconds(30)))
            .build();

    @TempDir
    private Path folder;

    @Test
    void betweenTwoAttempts_isCertainAndSettledOnce() throws Exception {
        try (Ledger ledger = Ledgers.open(folder);
                Bench bench = new Bench(COME_BACK_LATER, config -> config.withLedger(ledger))) {
            PendingCall waiting = bench.penstock().start(Bench.call().withKey("k"));
            await(ledger, OperationState.RETRY_SCHEDULED);

            assertThat(cancel(bench)).isTrue();

            assertThat(waiting.await()).isInstanceOf(Result.Cancelled.class);
            assertThat(decided(ledger)).containsExactly("night-shift cancel: wrong prompt");
            assertThat(settled(bench)).singleElement().satisfies(settled -> {
                assertThat(settled.state()).isEqualTo(OperationState.CANCELLED_BEFORE_DISPATCH);
                assertThat(settled.reason()).isEqualTo(EndReason.CANCELLED);
            });
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    void underWay_isAWish() throws Exception {
        try (Ledger ledger = Ledgers.open(folder);
                Bench bench = new Bench(SLOW, config -> config.withLedger(ledger))) {
            PendingCall waiting = bench.penstock().start(Bench.call().withKey("k"));
            while (bench.simulator().inProgress().stream().noneMatch(LogEntry::isReceived)) {
                Time.system().sleeper().sleep(Duration.ofMillis(10).toNanos());
            }

            assertThat(cancel(bench)).isFalse();

            assertThat(waiting.await()).isInstanceOf(Result.UnknownOutcome.class);
            assertThat(decided(ledger)).containsExactly("night-shift cancel: wrong prompt");
            assertThat(settled(bench)).hasSize(1);
        }
    }

    @Test
    @DisplayName(
            "a cancel that comes as the attempt ends, turned away, is before the next dispatch: one send, then cancelled")
    void asTheAttemptEnds_isBeforeTheNextDispatch() throws Exception {
        try (Ledger ledger = Ledgers.open(folder);
                Bench bench = new Bench(COME_BACK_LATER, config -> config.withLedger(ledger))) {
            Transport connections = new NettyTransport(bench.config().transport(), Time.system());
            Penstock[] engine = new Penstock[1];
            try (Penstock penstock = Penstock.open(bench.config(), closing(connections, () -> cancel(engine[0])))) {
                engine[0] = penstock;

                assertThat(penstock.call(Bench.call().withKey("k"))).isInstanceOf(Result.Cancelled.class);

                OperationRecord record = Ledgers.awaitSettled(ledger, "k");
                assertThat(record.state()).isEqualTo(OperationState.CANCELLED_BEFORE_DISPATCH);
                assertThat(record.attempts().sent()).isEqualTo(1);
                assertThat(bench.sends()).isEqualTo(1);
            }
        }
    }

    @Test
    void nobodyHoldsIt_isCertain() throws Exception {
        try (Ledger ledger = Ledgers.open(folder);
                Bench bench = new Bench(FaultScript.NONE, config -> config.withLedger(ledger))) {
            Ledgers.accept(ledger, "k", OperationMode.BACKGROUND);

            assertThat(cancel(bench)).isTrue();

            assertThat(decided(ledger)).containsExactly("night-shift cancel: wrong prompt");
            assertThat(bench.penstock()
                            .operation(
                                    Tenant.LOCAL,
                                    Ledgers.record(ledger, "k").ref().operation()))
                    .get()
                    .satisfies(view -> assertThat(view.decisions())
                            .extracting(OperationHistory.Decided::why)
                            .containsExactly("wrong prompt"));
        }
    }

    @Test
    void withoutAnAuthor_isItsTenants() throws Exception {
        try (Ledger ledger = Ledgers.open(folder);
                Bench bench = new Bench(FaultScript.NONE, config -> config.withLedger(ledger))) {
            Ledgers.accept(ledger, "k", OperationMode.BACKGROUND);

            assertThat(bench.penstock().cancel(Tenant.LOCAL, KEY)).isTrue();

            assertThat(decided(ledger)).containsExactly("local cancel: ");
        }
    }

    @Test
    @DisplayName("a ledger that takes no wish keeps nothing from being stopped here")
    void ledgerAway_whatFliesHereIsStoppedAllTheSame() throws Exception {
        StoreException away = new StoreException(StoreException.Kind.UNAVAILABLE, "away", null);
        try (Ledger real = Ledgers.open(folder)) {
            Ledger ledger = Interposed.inFrontOf(real, (method, arguments) -> {
                if (method.equals("write") && arguments[0] instanceof OperationWrite.RequestCancel) {
                    throw away;
                }
                return null;
            });
            try (Bench bench = new Bench(COME_BACK_LATER, config -> config.withLedger(ledger))) {
                PendingCall waiting = bench.penstock().start(Bench.call().withKey("k"));
                await(real, OperationState.RETRY_SCHEDULED);

                assertThat(cancel(bench)).isTrue();

                assertThat(waiting.await()).isInstanceOf(Result.Cancelled.class);
                assertThat(bench.sends()).isEqualTo(1);
            }
        }
    }

    /** Does something once an exchange is closed, before anybody judges it. */
    private static Transport closing(Transport transport, Callable<Boolean> then) {
        return proxy(
                Transport.class,
                transport,
                (method, answer) -> method.equals("open")
                        ? proxy(Exchange.class, answer, (step, result) -> {
                            if (step.equals("close")) {
                                then.call();
                            }
                            return result;
                        })
                        : answer);
    }

    /** Looks at what a method answered, and may answer something else. */
    @FunctionalInterface
    private interface After {
        @Nullable
        Object look(String method, @Nullable Object answer) throws Exception;
    }

    private static <T> T proxy(Class<T> type, @Nullable Object real, After after) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> after.look(method.getName(), method.invoke(real, arguments))));
    }

    private static boolean cancel(Bench bench) throws InterruptedException {
        return cancel(bench.penstock());
    }

    private static boolean cancel(Penstock penstock) throws InterruptedException {
        return penstock.cancel(Tenant.LOCAL, KEY, "night-shift", "wrong prompt");
    }

    private static List<String> decided(Ledger ledger) {
        return ledger.operations().history(Ledgers.record(ledger, "k").ref()).orElseThrow().decisions().stream()
                .map(decided -> decided.author() + " " + decided.kind() + ": " + decided.why())
                .toList();
    }

    private static List<CallEvent.Settled> settled(Bench bench) {
        return bench.events().stream()
                .filter(CallEvent.Settled.class::isInstance)
                .map(CallEvent.Settled.class::cast)
                .toList();
    }

    /** Waits until the operation is there, and there in the ledger. */
    private static void await(Ledger ledger, OperationState state) throws InterruptedException {
        while (ledger.operations()
                .find(Tenant.LOCAL, KEY)
                .filter(record -> record.state() == state)
                .isEmpty()) {
            Time.system().sleeper().sleep(Duration.ofMillis(10).toNanos());
        }
    }
}
