package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("R-OP-5 R-OBS-1 work of a queue that is given up before anything of it was sent stands in the ledger")
class GivenUpUnsentTest {

    private static final FaultScript SLOW = FaultScript.builder()
            .rule("the first one", when -> when.first(1), then -> then.delay(Duration.ofMinutes(1)))
            .build();

    private static final CallSettings HURRIED = CallSettings.background().withDeadline(Duration.ofMillis(2_500));

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
    @DisplayName("as a dead letter with the limit that was reached, which its caller is told the address of")
    void deadlineBeforeAPermit_isADeadLetter() throws Exception {
        try (Bench bench = bench(ledger);
                PendingCall first = bench.penstock().start(Bench.call().withKey("first"))) {
            Result.GaveUp told = gaveUp(bench, HURRIED);

            OperationRecord ended = Ledgers.record(ledger, "k");
            assertThat(ended.state()).isEqualTo(OperationState.DEAD_LETTER);
            assertThat(ended.reason()).isEqualTo(told.limit());
            assertThat(ended.attempts().started()).isZero();
            assertThat(told.operation().ref()).isEqualTo(ended.ref());
            first.cancel();
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("also where the store takes it only later")
    void storeAwayForAMoment_isADeadLetterAllTheSame() throws Exception {
        AtomicInteger refused = new AtomicInteger();
        Ledger away = Interposed.inFrontOf(ledger, (method, arguments) -> {
            if (method.equals("write")
                    && arguments[0] instanceof OperationWrite.Accept
                    && refused.incrementAndGet() <= 2) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "away", null);
            }
            return null;
        });
        try (Bench bench = bench(away);
                PendingCall first = bench.penstock().start(Bench.call().withKey("first"))) {
            awaitPermitOut(bench);

            Result told = bench.penstock().call(Bench.call().withKey("k").withSettings(HURRIED));

            assertThat(told).isInstanceOfAny(Result.GaveUp.class, Result.StoreUnavailable.class);
            assertThat(Ledgers.awaitSettled(ledger, "k").state()).isEqualTo(OperationState.DEAD_LETTER);
            assertThat(refused).hasValueGreaterThan(2);
            first.cancel();
        }
    }

    @Test
    @DisplayName("a line of a batch does not: it stays in its input")
    void lineOfABatch_leavesNothing() throws Exception {
        try (Bench bench = bench(ledger);
                PendingCall first = bench.penstock().start(Bench.call().withKey("first"))) {
            assertThat(gaveUp(bench, HURRIED.withBatch("b")).operation().ref()).isNull();

            assertThat(ledger.operations().find(Tenant.LOCAL, new IdempotencyKey("k")))
                    .isEmpty();
            first.cancel();
        }
    }

    private static Result.GaveUp gaveUp(Bench bench, CallSettings settings) throws InterruptedException {
        awaitPermitOut(bench);
        Result told = bench.penstock().call(Bench.call().withKey("k").withSettings(settings));
        assertThat(told).isInstanceOf(Result.GaveUp.class);
        return (Result.GaveUp) told;
    }

    private static Bench bench(Ledger ledger) {
        return new Bench(
                SLOW,
                config -> config.withLedger(ledger).withPolicy(config.policy().withMaxActive(1)));
    }

    private static void awaitPermitOut(Bench bench) throws InterruptedException {
        while (bench.penstock().snapshot().permits().values().stream().noneMatch(limiter -> limiter.active() == 1)) {
            Time.system().sleeper().sleep(Duration.ofMillis(10).toNanos());
        }
    }
}
