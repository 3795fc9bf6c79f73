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
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.Tenant;
import dev.penstock.store.WriteId;
import dev.penstock.time.Chance;
import dev.penstock.time.Deadline;
import dev.penstock.time.Signal;
import dev.penstock.time.Time;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("R-OP-8 R-CANCEL-2 a key is repeated while the exchange that its callers have left goes on")
class RepeatAfterLeavingTest {

    private static final IdempotencyKey KEY = new IdempotencyKey("k");
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final FaultScript SLOW =
            FaultScript.builder().always(then -> then.delay(LONG)).build();
    private static final FaultScript COME_BACK_LATER =
            FaultScript.builder().always(then -> then.status(429)).build();
    private static final ChatCall CALL = ChatCall.of(Bench.BODY)
            .withSettings(CallSettings.attached().withDeadline(LONG))
            .withKey("k");

    /** Among them the exchange's own, and one that is just ending or has just begun. */
    private static final int FEW = 3;

    @TempDir
    private Path folder;

    private final AtomicInteger flying = new AtomicInteger();

    @Test
    @DisplayName("a cancel of the key closes it")
    void cancelOfTheKey_closesTheExchange() throws Exception {
        try (Ledger ledger = Ledgers.open(folder);
                Bench bench = new Bench(SLOW, config -> config.withLedger(ledger))) {
            PendingCall second = repeatAfterLeaving(bench);

            bench.penstock().cancel(Tenant.LOCAL, KEY);

            assertThat(second.await()).isInstanceOf(Result.UnknownOutcome.class);
            assertThat(Ledgers.record(ledger, "k").reason()).isEqualTo(EndReason.CANCELLED);
        }
    }

    @Test
    @DisplayName("a cancel by another process closes it")
    void cancelElsewhere_closesTheExchange() throws Exception {
        try (Ledger ledger = Ledgers.open(folder);
                Bench bench = new Bench(SLOW, config -> config.withLedger(ledger))) {
            PendingCall second = repeatAfterLeaving(bench);

            ledger.operations()
                    .write(new OperationWrite.RequestCancel(
                            WriteId.create(Chance.system()),
                            Ledgers.record(ledger, "k").ref(),
                            "another",
                            ""));

            assertThat(second.await()).isInstanceOf(Result.UnknownOutcome.class);
            assertThat(Ledgers.record(ledger, "k").reason()).isEqualTo(EndReason.CANCELLED);
        }
    }

    @Test
    @DisplayName("a cancel by the caller who repeated it closes it")
    void cancelByTheRepeat_closesTheExchange() throws Exception {
        try (Ledger ledger = Ledgers.open(folder);
                Bench bench = new Bench(SLOW, config -> config.withLedger(ledger))) {
            PendingCall second = repeatAfterLeaving(bench);

            second.cancel();

            assertThat(second.await()).isInstanceOf(Result.UnknownOutcome.class);
            assertThat(Ledgers.record(ledger, "k").reason()).isEqualTo(EndReason.CANCELLED);
        }
    }

    @Test
    @DisplayName("a repeat that stays gets what the exchange came to, without another send")
    void repeatThatStays_getsTheAnswer() throws Exception {
        Signal released = new Signal();
        try (Ledger ledger = Ledgers.open(folder);
                Bench bench = new Bench(FaultScript.NONE, config -> config.withLedger(ledger));
                Penstock penstock = Penstock.open(bench.config(), closingAfter(bench, released))) {
            leave(penstock, bench);
            PendingCall second = penstock.start(CALL);
            PendingCall third = penstock.start(CALL);

            assertThat(penstock.snapshot().joiners())
                    .as("both wait as joiners do")
                    .isEqualTo(2);
            released.set();

            assertThat(second.await()).isInstanceOf(Result.Answered.class);
            assertThat(third.await()).isInstanceOf(Result.Answered.class);
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("many that repeat it and leave keep nothing here, and reopen nothing of what it came to")
    void manyRepeatAndLeave_fewFlightsAndNothingReopened() throws Exception {
        Signal released = new Signal();
        try (Ledger ledger = Ledgers.open(folder);
                Bench bench = new Bench(COME_BACK_LATER, config -> config.withLedger(ledger));
                Penstock penstock = Penstock.open(counted(bench.config()), closingAfter(bench, released))) {
            leave(penstock, bench);
            for (int repeat = 0; repeat < 100; repeat++) {
                penstock.start(CALL).close();
            }

            awaitUntil(() -> flying.get() <= FEW);
            assertThat(penstock.snapshot().joiners()).isLessThanOrEqualTo(FEW);
            released.set();

            OperationRecord record = Ledgers.await(ledger, "k", OperationState.DEAD_LETTER);
            awaitUntil(() -> flying.get() == 0);
            assertThat(Ledgers.record(ledger, "k").version()).isEqualTo(record.version());
            assertThat(ledger.operations().history(record.ref()).orElseThrow().decisions())
                    .isEmpty();
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("who has left before the ledger was read reopens nothing")
    void leftBeforeTheLookUp_reopensNothing() throws Exception {
        Signal asked = new Signal();
        Signal released = new Signal();
        Signal[] hold = new Signal[1];
        try (Ledger real = Ledgers.open(folder)) {
            Ledger ledger = Interposed.inFrontOf(real, (method, arguments) -> {
                if (method.equals("find")
                        && hold[0] != null
                        && Thread.currentThread().isVirtual()) {
                    asked.set();
                    await(hold[0]);
                }
                return null;
            });
            try (Bench bench = new Bench(COME_BACK_LATER, config -> config.withLedger(ledger));
                    Penstock penstock = Penstock.open(counted(bench.config()))) {
                assertThat(penstock.call(CALL.withSettings(CALL.settings().withMaxAttempts(1))))
                        .isInstanceOf(Result.GaveUp.class);
                awaitUntil(() -> flying.get() == 0);
                OperationRecord ended = Ledgers.record(real, "k");

                hold[0] = released;
                PendingCall repeat = penstock.start(CALL);
                await(asked);
                repeat.close();
                released.set();
                awaitUntil(() -> flying.get() == 0);

                assertThat(Ledgers.record(real, "k").version()).isEqualTo(ended.version());
            }
        }
    }

    /** The first caller is gone, its exchange goes on, and the key is repeated. */
    private static PendingCall repeatAfterLeaving(Bench bench) throws InterruptedException {
        PendingCall first = bench.penstock().start(CALL);
        awaitUntil(() -> bench.simulator().inProgress().stream().anyMatch(LogEntry::isReceived));
        first.close();
        return bench.penstock().start(CALL);
    }

    private static void leave(Penstock penstock, Bench bench) throws InterruptedException {
        PendingCall first = penstock.start(CALL);
        awaitUntil(() -> bench.sends() == 1);
        first.close();
    }

    /** Exchanges that are over, and are judged only once they are released. */
    private static Transport closingAfter(Bench bench, Signal released) {
        Transport real = new NettyTransport(bench.config().transport(), Time.system());
        return held(Transport.class, real, released);
    }

    private static <T> T held(Class<T> type, Object real, Signal released) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            Object answer = method.invoke(real, args);
            if (method.getName().equals("close") && real instanceof Exchange) {
                await(released);
            }
            return method.getName().equals("open") ? held(Exchange.class, answer, released) : answer;
        }));
    }

    private PenstockConfig counted(PenstockConfig config) {
        return new PenstockConfig(
                config.routes(),
                config.ledger(),
                config.policy(),
                config.transport(),
                config.upstreamStream(),
                config.prices(),
                config.listener(),
                config.background(),
                counting(),
                config.random());
    }

    /** Real time, and how many operations have a thread. */
    private Time counting() {
        Time real = Time.system();
        return new Time(real.ticker(), real.wall(), real.sleeper(), real.timers(), (name, task) -> {
            boolean isOperation = name.equals("penstock-operation");
            flying.addAndGet(isOperation ? 1 : 0);
            real.tasks().start(name, () -> {
                try {
                    task.run();
                } finally {
                    flying.addAndGet(isOperation ? -1 : 0);
                }
            });
        });
    }

    private static void await(Signal signal) {
        try {
            if (!Time.system().sleeper().await(signal, LONG.toNanos())) {
                throw new AssertionError("it never came");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void awaitUntil(BooleanSupplier condition) throws InterruptedException {
        Deadline patience = Time.system().deadlineAfter(Duration.ofSeconds(60));
        while (!condition.getAsBoolean()) {
            if (patience.isExpired()) {
                throw new AssertionError("it did not come to that");
            }
            Time.system().sleeper().sleep(Duration.ofMillis(10).toNanos());
        }
    }
}
