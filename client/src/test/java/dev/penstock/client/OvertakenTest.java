package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.simulator.log.LogEntry;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationMode;
import dev.penstock.store.OperationRecord;
import dev.penstock.time.Time;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("R-OP-8 what waits here and is moved by others waits no longer, and is not sent from here")
@Timeout(300)
class OvertakenTest {

    /** Longer than any caller here waits: no wait ends by itself. */
    private static final Duration LONG = Duration.ofMinutes(10);

    private static final ChatCall CALL = ChatCall.of(Bench.BODY).withSettings(CallSettings.attached());

    /** What an operation waits for. Something is sent once before: its own first attempt, or what holds the only permit. */
    private enum Wait {
        BACKOFF {
            @Override
            FaultScript script() {
                return FaultScript.builder()
                        .always(then -> then.status(429).header("retry-after", Long.toString(LONG.toSeconds())))
                        .build();
            }
        },
        PAUSE {
            @Override
            FaultScript script() {
                return FaultScript.builder().always(then -> then.status(402)).build();
            }
        },
        PERMIT {
            @Override
            FaultScript script() {
                return FaultScript.builder().always(then -> then.delay(LONG)).build();
            }
        };

        abstract FaultScript script();
    }

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

    @ParameterizedTest
    @EnumSource
    @DisplayName("taken over by another process: its callers wait for that as joiners do, without place and permit")
    void takenOverElsewhere_isJoinedThere(Wait wait) throws Exception {
        try (Bench bench = bench(wait);
                PendingCall holder = holder(bench, wait);
                PendingCall caller = whoWaits(bench, wait)) {
            AnotherProcess another = new AnotherProcess(ledger);

            OperationRecord sent = another.takesOver(Ledgers.record(ledger, "k"));

            await(() -> bench.penstock().snapshot().joiners() == 1);
            assertThat(bench.penstock().snapshot().retained()).isEqualTo(wait == Wait.PERMIT ? 1 : 0);
            await(() -> waiting(bench) == 0);
            another.isAnswered(sent);
            assertThat(caller.await())
                    .isInstanceOfSatisfying(
                            Result.Answered.class,
                            answered -> assertThat(answered.answer().text()).isEqualTo("elsewhere"));
            assertThat(bench.sends()).isEqualTo(1);
            holder.cancel();
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("R-OP-5 ended beside this process: its callers are told that end, and it stays as it is")
    void endedElsewhere_isTold(Wait wait) throws Exception {
        try (Bench bench = bench(wait);
                PendingCall holder = holder(bench, wait);
                PendingCall caller = whoWaits(bench, wait)) {
            new AnotherProcess(ledger).fails(Ledgers.record(ledger, "k"));

            assertThat(caller.await())
                    .isInstanceOfSatisfying(
                            Result.GaveUp.class,
                            ended -> assertThat(ended.limit()).isEqualTo(EndReason.INTERNAL_ERROR));
            await(() -> waiting(bench) == 0);
            assertThat(bench.sends()).isEqualTo(1);
            holder.cancel();
        }
    }

    @Test
    @DisplayName(
            "what is not in the ledger yet and waits here, and is begun and answered by another process: its answer is told")
    void takenInElsewhere_isTold() throws Exception {
        try (Bench bench = bench(Wait.PERMIT);
                PendingCall holder = holder(bench, Wait.PERMIT);
                PendingCall caller = bench.penstock()
                        .start(ChatCall.of(Bench.BODY)
                                .withSettings(CallSettings.background())
                                .withKey("k"))) {
            await(() -> waiting(bench) == 1);
            AnotherProcess another = new AnotherProcess(ledger);

            another.isAnswered(another.sends("k"));

            assertThat(caller.await()).isInstanceOf(Result.Answered.class);
            await(() -> waiting(bench) == 0);
            assertThat(bench.sends()).isEqualTo(1);
            holder.cancel();
        }
    }

    @Test
    @DisplayName("what this process's own worker claims meanwhile goes on waiting where it is")
    void claimedHere_goesOnWaiting() throws Exception {
        AtomicInteger looks = new AtomicInteger();
        Ledger watched = Interposed.inFrontOf(ledger, (method, arguments) -> {
            if (method.equals("findAll")) {
                looks.incrementAndGet();
            }
            return null;
        });
        try (Bench bench = new Bench(
                        Wait.PERMIT.script(),
                        config -> config.withLedger(watched)
                                .withBackground(BackgroundSettings.defaults())
                                .withPolicy(PolicySettings.defaults().withMaxActive(1)));
                PendingCall holder = holder(bench, Wait.PERMIT);
                PendingCall caller = whoWaits(bench, Wait.PERMIT)) {
            OperationRecord claimed = Ledgers.await(ledger, "k", OperationState.CLAIMED);
            int before = looks.get();
            // The first look may have begun before the claim, and the third one has not ended.
            await(() -> looks.get() >= before + 3);

            new AnotherProcess(ledger).fails(claimed);

            assertThat(caller.await()).isInstanceOf(Result.GaveUp.class);
            assertThat(bench.events().stream()
                            .filter(CallEvent.Accepted.class::isInstance)
                            .count())
                    .as("admitted once each")
                    .isEqualTo(2);
            holder.cancel();
        }
    }

    private Bench bench(Wait wait) {
        return new Bench(
                wait.script(),
                config -> config.withLedger(ledger)
                        .withPolicy(PolicySettings.defaults().withMaxActive(1)));
    }

    /** Holds the only permit where that is what is waited for. */
    private static PendingCall holder(Bench bench, Wait wait) throws InterruptedException {
        if (wait != Wait.PERMIT) {
            return bench.penstock().start(ChatCall.of("not JSON"));
        }
        PendingCall holder = bench.penstock().start(CALL.withKey("first"));
        await(() -> bench.simulator().inProgress().stream().anyMatch(LogEntry::isReceived));
        return holder;
    }

    private PendingCall whoWaits(Bench bench, Wait wait) throws InterruptedException {
        Ledgers.accept(ledger, "k", OperationMode.BACKGROUND, LONG.multipliedBy(6));
        PendingCall caller = bench.penstock().start(CALL.withKey("k"));
        if (wait == Wait.PERMIT) {
            await(() -> waiting(bench) == 1);
        } else {
            Ledgers.await(ledger, "k", OperationState.RETRY_SCHEDULED);
        }
        return caller;
    }

    /** Who is taken out of the line knows it before the line does. */
    private static int waiting(Bench bench) {
        return bench.penstock().snapshot().permits().values().stream()
                .mapToInt(limiter -> limiter.interactiveOriginals()
                        + limiter.interactiveRetries()
                        + limiter.backgroundOriginals()
                        + limiter.backgroundRetries())
                .sum();
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Time.system().sleeper().sleep(Duration.ofMillis(10).toNanos());
        }
    }
}
