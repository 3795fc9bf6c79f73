package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.admission.PopulationSettings;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.store.GenerationRef;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationMode;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StoreException;
import dev.penstock.store.jdbc.sqlite.SqliteLedger;
import dev.penstock.store.jdbc.sqlite.SqliteOptions;
import dev.penstock.store.jdbc.sqlite.SqliteSettings;
import dev.penstock.time.Chance;
import dev.penstock.time.Time;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Background work in trouble: nothing spins, and nothing takes the rest along")
class BackgroundTroubleTest {

    private static final BackgroundSettings EAGER = new BackgroundSettings(8, Duration.ofMillis(5));

    @TempDir
    private Path folder;

    @Test
    @DisplayName(
            "R-ADMIT-4 a call that may be continued is told that little disk is left, at once and not at its deadline")
    void continued_onALowDisk_isTold() throws Exception {
        CallSettings continues =
                CallSettings.attached().withDeadline(Duration.ofSeconds(5)).withOnDeadline(OnDeadline.CONTINUE);
        SqliteOptions options = SqliteOptions.engine(folder.resolve("ledger"), Time.system(), Chance.system())
                .withSettings(SqliteSettings.defaults().withDiskReserve(Long.MAX_VALUE));
        try (Ledger ledger = SqliteLedger.open(options);
                Bench bench = new Bench(FaultScript.NONE, config -> config.withLedger(ledger))) {
            assertThat(bench.penstock().call(Bench.call().withKey("k").withSettings(continues)))
                    .isInstanceOf(Result.StoreUnavailable.class);
            assertThat(bench.sends()).isZero();
        }
    }

    @Test
    @DisplayName("a ledger that takes no intent is left alone for at least a second, however often it is polled")
    void intentRefused_tryIsNotRepeatedAtOnce() throws Exception {
        AtomicInteger refused = new AtomicInteger();
        BlockingQueue<Duration> released = new LinkedBlockingQueue<>();
        try (Ledger ledger = Ledgers.open(folder)) {
            Ledger fussy = Interposed.inFrontOf(ledger, (method, arguments) -> {
                if (method.equals("write") && arguments[0] instanceof OperationWrite.Release release) {
                    released.add(release.after());
                }
                if (method.equals("write") && arguments[0] instanceof OperationWrite.Intend) {
                    if (refused.incrementAndGet() <= 2) {
                        throw new StoreException(StoreException.Kind.FULL, "no space is left", null);
                    }
                }
                return null;
            });
            Ledgers.accept(ledger, "k", OperationMode.BACKGROUND);
            try (Bench bench = new Bench(
                    FaultScript.NONE, config -> config.withLedger(fussy).withBackground(EAGER))) {
                assertThat(Ledgers.awaitSettled(ledger, "k").state()).isEqualTo(OperationState.SUCCEEDED);
                assertThat(bench.sends()).isEqualTo(1);
            }
            assertThat(released).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(1));
        }
    }

    @Test
    @DisplayName("R-CLASS-3 work that waits for a paused route says so, and goes on when a person resumes it")
    void pausedRoute_resumed_goesOn() throws Exception {
        FaultScript unpaid = FaultScript.builder()
                .rule("unpaid", when -> when.first(1), then -> then.status(402))
                .build();
        BlockingQueue<OperationWrite.Release> released = new LinkedBlockingQueue<>();
        try (Ledger ledger = Ledgers.open(folder)) {
            Ledger seen = Interposed.inFrontOf(ledger, (method, arguments) -> {
                if (method.equals("write") && arguments[0] instanceof OperationWrite.Release release) {
                    released.add(release);
                }
                return null;
            });
            try (Bench bench =
                    new Bench(unpaid, config -> config.withLedger(seen).withBackground(EAGER.withWorkers(1)))) {
                Ledgers.accept(ledger, "stopped", OperationMode.BACKGROUND);
                Ledgers.accept(ledger, "barred", OperationMode.BACKGROUND);
                OperationWrite.Release back = released.poll(60, TimeUnit.SECONDS);
                assertThat(back).isNotNull();
                assertThat(back.reason()).isEqualTo(EndReason.STOPPED);

                ledger.pauses().all().forEach(row -> ledger.pauses().remove(row.scope()));

                assertThat(Ledgers.awaitSettled(ledger, "stopped").state()).isEqualTo(OperationState.SUCCEEDED);
                assertThat(Ledgers.awaitSettled(ledger, "barred").state()).isEqualTo(OperationState.SUCCEEDED);
                assertThat(bench.sends()).isEqualTo(3);
            }
        }
    }

    @Test
    @DisplayName("R-OP-6 a claim that could not be given back is given back once the ledger takes it")
    void releaseFails_isTriedAgain() throws Exception {
        AtomicInteger intents = new AtomicInteger();
        AtomicInteger releases = new AtomicInteger();
        try (Ledger ledger = Ledgers.open(folder)) {
            Ledger away = Interposed.inFrontOf(ledger, (method, arguments) -> {
                boolean intent = method.equals("write") && arguments[0] instanceof OperationWrite.Intend;
                boolean release = method.equals("write") && arguments[0] instanceof OperationWrite.Release;
                if ((intent && intents.getAndIncrement() == 0) || (release && releases.getAndIncrement() == 0)) {
                    throw new StoreException(StoreException.Kind.UNAVAILABLE, "the ledger is away", null);
                }
                return null;
            });
            Ledgers.accept(ledger, "k", OperationMode.BACKGROUND);
            try (Bench bench = new Bench(
                    FaultScript.NONE, config -> config.withLedger(away).withBackground(EAGER))) {
                assertThat(Ledgers.awaitSettled(ledger, "k").state()).isEqualTo(OperationState.SUCCEEDED);
                assertThat(bench.sends()).isEqualTo(1);
            }
            assertThat(releases).hasValue(2);
        }
    }

    @Test
    @DisplayName("R-CLASS-7 our own code fails at one of them: that one is a dead letter, and the others are done")
    void oneThrows_othersAreDone() throws Exception {
        try (Ledger ledger = Ledgers.open(folder)) {
            GenerationRef broken =
                    Ledgers.accept(ledger, "broken", OperationMode.BACKGROUND).ref();
            Ledgers.accept(ledger, "k", OperationMode.BACKGROUND);
            Ledger faulty = Interposed.inFrontOf(ledger, (method, arguments) -> {
                if (method.equals("body") && arguments[0].equals(broken)) {
                    throw new IllegalStateException("a fault of ours");
                }
                return null;
            });
            try (Bench bench = new Bench(
                    FaultScript.NONE, config -> config.withLedger(faulty).withBackground(EAGER))) {
                assertThat(Ledgers.awaitSettled(ledger, "k").state()).isEqualTo(OperationState.SUCCEEDED);

                Ledgers.accept(ledger, "next", OperationMode.BACKGROUND);
                assertThat(Ledgers.awaitSettled(ledger, "next").state()).isEqualTo(OperationState.SUCCEEDED);
                assertThat(Ledgers.awaitSettled(ledger, "broken")).satisfies(record -> {
                    assertThat(record.state()).isEqualTo(OperationState.DEAD_LETTER);
                    assertThat(record.reason()).isEqualTo(EndReason.INTERNAL_ERROR);
                });
                assertThat(bench.sends()).isEqualTo(2);
            }
        }
    }

    @Test
    @DisplayName("R-DEADLINE-3 R-OBS-3 too little time for an attempt: it ends at its deadline, and nothing is sent")
    void tooLittleTime_endsAtItsDeadline() throws Exception {
        try (Ledger ledger = Ledgers.open(folder)) {
            Ledgers.accept(ledger, "k", OperationMode.BACKGROUND, Duration.ofMillis(90));
            try (Bench bench = new Bench(
                    FaultScript.NONE, config -> config.withLedger(ledger).withBackground(EAGER))) {
                OperationRecord record = Ledgers.awaitSettled(ledger, "k");

                assertThat(record.state()).isEqualTo(OperationState.DEAD_LETTER);
                assertThat(record.reason()).isEqualTo(EndReason.DEADLINE);
                assertThat(bench.sends()).isZero();
                while (bench.events().isEmpty()) {
                    Time.system().sleeper().sleep(Duration.ofMillis(10).toNanos());
                }
                assertThat(bench.events())
                        .singleElement()
                        .isInstanceOfSatisfying(
                                CallEvent.Settled.class,
                                settled -> assertThat(settled.reason()).isEqualTo(EndReason.DEADLINE));
            }
        }
    }

    @Test
    @DisplayName("R-ADMIT-4 not admitted: it goes back for a second or more, and is done once there is room")
    void notAdmitted_goesBackForAWhile() throws Exception {
        FaultScript slow = FaultScript.builder()
                .rule("slow", when -> when.first(1), then -> then.delay(Duration.ofMinutes(1)))
                .build();
        PolicySettings one = PolicySettings.defaults()
                .withPopulation(
                        new PopulationSettings(1, PopulationSettings.defaults().bytes(), 1));
        BlockingQueue<Duration> released = new LinkedBlockingQueue<>();
        try (Ledger ledger = Ledgers.open(folder)) {
            Ledger seen = Interposed.inFrontOf(ledger, (method, arguments) -> {
                if (method.equals("write") && arguments[0] instanceof OperationWrite.Release release) {
                    released.add(release.after());
                }
                return null;
            });
            try (Bench bench = new Bench(
                            slow,
                            config -> config.withLedger(seen)
                                    .withBackground(EAGER)
                                    .withPolicy(one));
                    PendingCall caller = bench.penstock().start(Bench.call())) {
                while (!bench.simulator().maxActive().containsValue(1)) {
                    caller.await(Duration.ofMillis(5));
                }
                Ledgers.accept(ledger, "k", OperationMode.BACKGROUND);

                Duration after = released.poll(60, TimeUnit.SECONDS);
                caller.cancel();
                assertThat(after).isNotNull().isGreaterThanOrEqualTo(Duration.ofSeconds(1));
                assertThat(Ledgers.awaitSettled(ledger, "k").state()).isEqualTo(OperationState.SUCCEEDED);
            }
        }
    }
}
