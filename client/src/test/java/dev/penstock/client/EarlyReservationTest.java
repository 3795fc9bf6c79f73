package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StoreException;
import dev.penstock.store.Tenant;
import dev.penstock.time.Time;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("R-OP-6 R-OP-8 a call under a key that waits a second for its permit is in the ledger from then on")
class EarlyReservationTest {

    private static final FaultScript SLOW = FaultScript.builder()
            .rule("the first one", when -> when.first(1), then -> then.delay(Duration.ofMinutes(1)))
            .build();

    @TempDir
    private Path folder;

    private Ledger ledger;

    @BeforeEach
    void open() {
        ledger = Ledgers.open(folder);
    }

    @AfterEach
    void close() {
        ledger.close();
    }

    @Test
    @DisplayName("as received, held by its process; it is sent once, as if nothing had been")
    void waitsASecond_isReservedAndThenAnswered() throws Exception {
        try (Bench bench = bench(ledger);
                PendingCall first = bench.penstock().start(Bench.call().withKey("first"));
                PendingCall second = startBehind(bench, "second")) {
            await(() -> isThere("second"));
            OperationRecord reserved = Ledgers.record(ledger, "second");

            assertThat(reserved.state()).isEqualTo(OperationState.RECEIVED);
            assertThat(reserved.lease()).isNotNull();
            assertThat(reserved.attempts().started()).isZero();
            letAnotherPass(bench);
            assertThat(second.await()).isInstanceOf(Result.Answered.class);
            assertThat(Ledgers.record(ledger, "second").attempts().started()).isEqualTo(1);
            assertThat(Ledgers.record(ledger, "second").ref()).isEqualTo(reserved.ref());
            assertThat(bench.sends()).isEqualTo(2);
            first.cancel();
        }
    }

    @Test
    @DisplayName("what has its permit at once is written twice, as ever")
    void waitsForNothing_costsTwoWrites() throws Exception {
        AtomicInteger writes = new AtomicInteger();
        Ledger counted = Interposed.inFrontOf(ledger, (method, arguments) -> {
            if (method.equals("write")) {
                writes.incrementAndGet();
            }
            return null;
        });
        try (Bench bench = new Bench(FaultScript.NONE, config -> config.withLedger(counted))) {
            assertThat(bench.penstock().call(Bench.call().withKey("k"))).isInstanceOf(Result.Answered.class);

            assertThat(writes).hasValue(2);
        }
    }

    @Test
    @DisplayName("another process was faster: the loser holds neither place nor permit, and waits for its answer")
    void keyTakenMeanwhile_joinsWithoutAPermit() throws Exception {
        AtomicReference<OperationRecord> sent = new AtomicReference<>();
        Ledger raced = Interposed.inFrontOf(ledger, (method, arguments) -> {
            if (method.equals("write") && arguments[0] instanceof OperationWrite.Accept) {
                sent.set(sendsAs(new AnotherProcess(ledger)));
            }
            return null;
        });
        try (Bench bench = bench(raced);
                PendingCall first = bench.penstock().start(Bench.call().withKey("first"));
                PendingCall loser = startBehind(bench, "second")) {
            await(() -> bench.penstock().snapshot().joiners() == 1);

            assertThat(bench.penstock().snapshot().retained()).isEqualTo(1);
            assertThat(waiting(bench)).isZero();
            new AnotherProcess(ledger).isAnswered(Objects.requireNonNull(sent.get()));

            assertThat(loser.await())
                    .isInstanceOfSatisfying(
                            Result.Answered.class,
                            answered ->
                                    assertThat(answered.operation().replayed()).isTrue());
            first.cancel();
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    private static OperationRecord sendsAs(AnotherProcess another) {
        try {
            return another.sends("second");
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @DisplayName(
            "its caller leaves the line: it is abandoned in the ledger, nothing is sent, and a repeat sends it once")
    void callerLeaves_isAbandonedAndReopenedByItsRepeat() throws Exception {
        try (Bench bench = bench(ledger);
                PendingCall first = bench.penstock().start(Bench.call().withKey("first"))) {
            PendingCall second = startBehind(bench, "second");
            await(() -> isThere("second"));

            second.close();

            OperationRecord ended = Ledgers.awaitSettled(ledger, "second");
            assertThat(ended.state()).isEqualTo(OperationState.DEAD_LETTER);
            assertThat(ended.reason()).isEqualTo(EndReason.ABANDONED);
            assertThat(bench.sends()).isEqualTo(1);
            letAnotherPass(bench);
            assertThat(bench.penstock().call(Bench.call().withKey("second"))).isInstanceOf(Result.Answered.class);
            assertThat(bench.sends()).isEqualTo(2);
            first.cancel();
        }
    }

    @Test
    @DisplayName("R-OP-5 a store that cannot take it in ends its waiting: it could not be sent either")
    void storeAway_isToldSo() throws Exception {
        Ledger away = Interposed.inFrontOf(ledger, (method, arguments) -> {
            if (method.equals("write") && arguments[0] instanceof OperationWrite.Accept) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "away", null);
            }
            return null;
        });
        try (Bench bench = bench(away);
                PendingCall first = bench.penstock().start(Bench.call().withKey("first"));
                PendingCall second = startBehind(bench, "second")) {
            assertThat(second.await()).isInstanceOf(Result.StoreUnavailable.class);
            assertThat(waiting(bench)).isZero();
            first.cancel();
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R-OP-5 a reservation of which nobody knows whether it was made is not left open")
    void reservationUncertain_isEndedOnceTheStoreAnswers() throws Exception {
        Ledger doubtful = Interposed.inFrontOf(ledger, new LoseFirst());
        try (Bench bench = bench(doubtful);
                PendingCall first = bench.penstock().start(Bench.call().withKey("first"));
                PendingCall second = startBehind(bench, "second")) {
            assertThat(second.await()).isInstanceOf(Result.StoreUnavailable.class);

            OperationRecord ended = Ledgers.awaitSettled(ledger, "second");
            assertThat(ended.reason()).isEqualTo(EndReason.ABANDONED);
            first.cancel();
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    /** The first reservation is written, and nobody hears of it. */
    private final class LoseFirst implements Interposed.Instead {

        private final AtomicInteger accepts = new AtomicInteger();

        @Override
        public @Nullable Object call(String method, Object[] arguments) {
            if (method.equals("write")
                    && arguments[0] instanceof OperationWrite.Accept accept
                    && accepts.incrementAndGet() == 1) {
                try {
                    ledger.operations().write(accept);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                throw new StoreException(StoreException.Kind.UNCERTAIN, "not acknowledged", null);
            }
            return null;
        }
    }

    private static Bench bench(Ledger ledger) {
        return new Bench(
                SLOW,
                config -> config.withLedger(ledger)
                        .withPolicy(PolicySettings.defaults().withMaxActive(1)));
    }

    /** Asks when the only permit is out. */
    private static PendingCall startBehind(Bench bench, String key) throws InterruptedException {
        await(() -> bench.penstock().snapshot().permits().values().stream().anyMatch(limiter -> limiter.active() == 1));
        return bench.penstock().start(Bench.call().withKey(key).withSettings(CallSettings.attached()));
    }

    private static void letAnotherPass(Bench bench) {
        PenstockConfig config = bench.config();
        bench.penstock().reload(config.policy().withMaxActive(2), config.upstreamStream());
    }

    private static int waiting(Bench bench) {
        return bench.penstock().snapshot().permits().values().stream()
                .mapToInt(limiter -> limiter.waiting())
                .sum();
    }

    private boolean isThere(String key) {
        return ledger.operations().find(Tenant.LOCAL, new IdempotencyKey(key)).isPresent();
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Time.system().sleeper().sleep(Duration.ofMillis(10).toNanos());
        }
    }
}
