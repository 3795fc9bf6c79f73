package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.admission.PopulationSettings;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationHistory;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite.DeliveryKind;
import dev.penstock.time.Time;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("R-OP-8 a caller who repeats a key that runs in another process joins it, and sends nothing")
class JoinElsewhereTest {

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
    @DisplayName("R-ADMIT-10 it waits with neither a place nor a permit, and gets the committed answer as a replay")
    void answeredThere_isReplayedHere() throws Exception {
        try (Bench bench = bench()) {
            AnotherProcess another = new AnotherProcess(ledger);
            OperationRecord sent = another.sends("k");
            PendingCall joiner = bench.penstock().start(Bench.call().withKey("k"));
            await(() -> bench.penstock().snapshot().joiners() == 1);
            assertThat(bench.penstock().snapshot().retained()).isZero();
            assertThat(bench.penstock().snapshot().permits()).isEmpty();

            another.isAnswered(sent);

            assertThat(joiner.await()).isInstanceOfSatisfying(Result.Answered.class, answered -> {
                assertThat(answered.operation().replayed()).isTrue();
                assertThat(answered.answer().text()).isEqualTo("elsewhere");
            });
            assertThat(bench.penstock().snapshot().joiners()).isZero();
            assertThat(bench.sends()).isZero();
            assertThat(ledger.operations().history(sent.ref()).orElseThrow().deliveries())
                    .extracting(OperationHistory.Delivery::kind)
                    .containsExactly(DeliveryKind.REPLAYED);
        }
    }

    @Test
    @DisplayName("what waits there for its next attempt is nobody else's to go on with")
    void backingOffThere_isLeftToIt() throws Exception {
        try (Bench bench = bench()) {
            AnotherProcess another = new AnotherProcess(ledger);
            OperationRecord retrying = another.isToldToWait(another.sends("k"));

            Result result = bench.penstock().call(hasty());

            assertThat(result).isInstanceOf(Result.InProgress.class);
            assertThat(Ledgers.record(ledger, "k").version()).isEqualTo(retrying.version());
            assertThat(bench.sends()).isZero();
            assertThat(bench.events()).noneMatch(CallEvent.Accepted.class::isInstance);
        }
    }

    @Test
    @DisplayName("R-DEADLINE-7 still under way when its own answer is due: it is told so, and nothing else changes")
    void stillUnderWay_isToldAtItsAnswerDeadline() throws Exception {
        try (Bench bench = bench()) {
            AnotherProcess another = new AnotherProcess(ledger);
            OperationRecord sent = another.sends("k");

            assertThat(bench.penstock().call(hasty())).isInstanceOf(Result.InProgress.class);

            assertThat(Ledgers.record(ledger, "k").version()).isEqualTo(sent.version());
            assertThat(bench.sends()).isZero();
        }
    }

    @Test
    @DisplayName("R-OP-6 the other process dies: its outcome is unknown, and the joiner is told so")
    void otherDies_outcomeIsUnknown() throws Exception {
        try (Bench bench = bench()) {
            AnotherProcess another = new AnotherProcess(ledger);
            another.sends("k");
            PendingCall joiner = bench.penstock().start(Bench.call().withKey("k"));
            await(() -> bench.penstock().snapshot().joiners() == 1);

            another.dies();

            assertThat(joiner.await()).isInstanceOf(Result.UnknownOutcome.class);
            assertThat(bench.sends()).isZero();
        }
    }

    @Test
    @DisplayName("R-ADMIT-1 those who wait are bounded apart")
    void noPlaceAmongTheJoiners_isRefused() throws Exception {
        PopulationSettings usual = PopulationSettings.defaults();
        PopulationSettings one = new PopulationSettings(usual.operations(), usual.bytes(), 1);
        try (Bench bench = bench(PolicySettings.defaults().withPopulation(one))) {
            AnotherProcess another = new AnotherProcess(ledger);
            another.sends("first");
            another.sends("second");
            try (PendingCall joiner = bench.penstock().start(Bench.call().withKey("first"))) {
                await(() -> bench.penstock().snapshot().joiners() == 1);

                assertThat(bench.penstock().call(Bench.call().withKey("second")))
                        .isInstanceOf(Result.NotAdmitted.class);
                assertThat(joiner.await(Duration.ZERO)).isEmpty();
            }
        }
    }

    @Test
    @DisplayName("R-CANCEL-2 a joiner's cancel is passed on to where it runs, and the joiner hears what came of it")
    void joinerCancels_wishIsPassedOn() throws Exception {
        try (Bench bench = bench()) {
            AnotherProcess another = new AnotherProcess(ledger);
            OperationRecord sent = another.sends("k");
            PendingCall joiner = bench.penstock().start(Bench.call().withKey("k"));
            await(() -> bench.penstock().snapshot().joiners() == 1);

            joiner.cancel();
            await(() -> Ledgers.record(ledger, "k").times().cancelRequestedAt().isPresent());
            assertThat(Ledgers.record(ledger, "k").state()).isEqualTo(OperationState.DISPATCHING);
            another.isAnswered(sent);

            assertThat(joiner.await()).isInstanceOf(Result.Answered.class);
        }
    }

    @Test
    @DisplayName("a joiner who leaves ends its own waiting alone")
    void joinerLeaves_nothingElseChanges() throws Exception {
        try (Bench bench = bench()) {
            AnotherProcess another = new AnotherProcess(ledger);
            OperationRecord sent = another.sends("k");
            PendingCall joiner = bench.penstock().start(Bench.call().withKey("k"));
            await(() -> bench.penstock().snapshot().joiners() == 1);

            joiner.close();

            await(() -> bench.penstock().snapshot().joiners() == 0);
            assertThat(Ledgers.record(ledger, "k").version()).isEqualTo(sent.version());
        }
    }

    /** The other process comes after this one: whoever opens the store first ends those that were there before. */
    private Bench bench() {
        return bench(PolicySettings.defaults());
    }

    private Bench bench(PolicySettings policy) {
        return new Bench(FaultScript.NONE, config -> config.withLedger(ledger).withPolicy(policy));
    }

    private static ChatCall hasty() {
        CallSettings settings = CallSettings.attached().withAnswerDeadline(Duration.ofMillis(700));
        return Bench.call().withSettings(settings).withKey("k");
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Time.system().sleeper().sleep(Duration.ofMillis(10).toNanos());
        }
    }
}
