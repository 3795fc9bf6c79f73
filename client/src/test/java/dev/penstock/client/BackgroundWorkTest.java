package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.retry.BudgetScope;
import dev.penstock.policy.retry.RetryBudgetSettings;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationMode;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.WriteId;
import dev.penstock.time.Chance;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Background work, from its submission to its end, on a real store against the simulator")
class BackgroundWorkTest {

    @TempDir
    private Path folder;

    @Test
    @DisplayName("R-OP-7 what was submitted is done, and a repeat and a redelivery get the stored answer")
    void submitted_done_andReplayed() throws Exception {
        try (Ledger ledger = Ledgers.open(folder);
                Bench bench = new Bench(FaultScript.NONE, config -> background(config, ledger, 8))) {
            OperationInfo accepted =
                    accepted(bench.penstock().submit(Bench.call().withKey("k")));
            assertThat(accepted.ref()).isNotNull();

            Ledgers.awaitSettled(ledger, "k");

            assertThat(Ledgers.record(ledger, "k").state()).isEqualTo(OperationState.SUCCEEDED);
            assertThat(Ledgers.record(ledger, "k").settings().mode()).isEqualTo(OperationMode.BACKGROUND);
            assertThat(bench.penstock().call(Bench.call().withKey("k")))
                    .isInstanceOfSatisfying(
                            Result.Answered.class,
                            answered ->
                                    assertThat(answered.operation().replayed()).isTrue());
            assertThat(bench.penstock().submit(Bench.call().withKey("k")))
                    .isInstanceOfSatisfying(
                            Submitted.Instead.class,
                            instead -> assertThat(instead.result()).isInstanceOf(Result.Answered.class));
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R-OP-8 a second submission of an open key is the same operation; another body is a conflict")
    void submittedTwice_oneOperation() throws Exception {
        FaultScript slow = FaultScript.builder()
                .always(then -> then.delay(Duration.ofMillis(500)))
                .build();
        try (Ledger ledger = Ledgers.open(folder);
                Bench bench = new Bench(slow, config -> background(config, ledger, 8))) {
            OperationInfo first = accepted(bench.penstock().submit(Bench.call().withKey("k")));
            OperationInfo second = accepted(bench.penstock().submit(Bench.call().withKey("k")));
            Submitted other = bench.penstock()
                    .submit(ChatCall.of(Bench.BODY.replace("hi", "ho")).withKey("k"));

            assertThat(second.ref()).isEqualTo(first.ref());
            assertThat(other)
                    .isInstanceOfSatisfying(
                            Submitted.Instead.class,
                            instead -> assertThat(instead.result()).isInstanceOf(Result.KeyConflict.class));
            Ledgers.awaitSettled(ledger, "k");
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R-OP-8 a caller with the key of submitted work joins it")
    void callerOfSubmittedWork_getsItsAnswer_oneSend() throws Exception {
        FaultScript slow = FaultScript.builder()
                .always(then -> then.delay(Duration.ofMillis(300)))
                .build();
        try (Ledger ledger = Ledgers.open(folder);
                Bench bench = new Bench(slow, config -> background(config, ledger, 8))) {
            for (int i = 0; i < 20; i++) {
                accepted(bench.penstock().submit(Bench.call().withKey("k" + i)));
            }
            List<PendingCall> callers = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                callers.add(bench.penstock().start(Bench.call().withKey("k" + i)));
            }
            for (PendingCall caller : callers) {
                assertThat(caller.await()).isInstanceOf(Result.Answered.class);
            }
            assertThat(bench.sends()).isEqualTo(20);
        }
    }

    @Test
    @DisplayName("R-CLASS-3 its retries are its own flight's, within the attempts")
    void transientAnswers_retried() throws Exception {
        FaultScript busy = FaultScript.builder()
                .rule("busy", when -> when.first(2), then -> then.status(503))
                .build();
        try (Ledger ledger = Ledgers.open(folder);
                Bench bench = new Bench(busy, config -> background(config, ledger, 8))) {
            accepted(bench.penstock().submit(Bench.call().withKey("k")));

            Ledgers.awaitSettled(ledger, "k");

            assertThat(Ledgers.record(ledger, "k").state()).isEqualTo(OperationState.SUCCEEDED);
            assertThat(Ledgers.record(ledger, "k").attempts().started()).isEqualTo(3);
            assertThat(bench.sends()).isEqualTo(3);
        }
    }

    @Test
    @DisplayName("R-OP-8 retries that are claimed while their own flight waits for them are sent once")
    void retriesClaimedUnderway_sentOnce() throws Exception {
        FaultScript busy = FaultScript.builder()
                .rule("busy", when -> when.first(8), then -> then.status(429))
                .build();
        BackgroundSettings eager = new BackgroundSettings(8, Duration.ofMillis(1));
        RetryBudgetSettings ample = new RetryBudgetSettings(BudgetScope.PROCESS, 100, 10, Duration.ofSeconds(1));
        PolicySettings policy = PolicySettings.defaults().withMaxActive(2).withBudget(ample);
        CallSettings patient =
                CallSettings.background().withDeadline(Duration.ofMinutes(2)).withMaxAttempts(20);
        try (Ledger ledger = Ledgers.open(folder);
                Bench bench = new Bench(
                        busy,
                        config -> background(config, ledger, 8)
                                .withBackground(eager)
                                .withPolicy(policy))) {
            for (int i = 0; i < 10; i++) {
                accepted(bench.penstock().submit(Bench.call().withKey("k" + i).withSettings(patient)));
            }
            long started = 0;
            for (int i = 0; i < 10; i++) {
                OperationRecord record = Ledgers.awaitSettled(ledger, "k" + i);
                assertThat(record.state()).isEqualTo(OperationState.SUCCEEDED);
                started += record.attempts().started();
            }
            assertThat(started).isEqualTo(18);
            assertThat(bench.sends()).isEqualTo(18);
        }
    }

    @Test
    @DisplayName("R-ADMIT-1 no more fly at once than there are workers")
    void manySubmitted_boundedByTheWorkers() throws Exception {
        FaultScript slow = FaultScript.builder()
                .always(then -> then.delay(Duration.ofMillis(50)))
                .build();
        try (Ledger ledger = Ledgers.open(folder);
                Bench bench = new Bench(slow, config -> background(config, ledger, 2))) {
            for (int i = 0; i < 12; i++) {
                accepted(bench.penstock().submit(Bench.call().withKey("k" + i)));
            }
            for (int i = 0; i < 12; i++) {
                Ledgers.awaitSettled(ledger, "k" + i);
            }
            assertThat(bench.simulator().maxActive().values())
                    .allSatisfy(most -> assertThat(most).isLessThanOrEqualTo(2));
            assertThat(bench.sends()).isEqualTo(12);
        }
    }

    @Test
    @DisplayName("Work that others accepted is taken up; engines that take none up leave it, and refuse submissions")
    void acceptedElsewhere_takenUpByWorkersAlone() throws Exception {
        try (Ledger ledger = Ledgers.open(folder)) {
            try (Bench bench = new Bench(FaultScript.NONE, config -> background(config, ledger, 0))) {
                assertThat(bench.penstock().submit(Bench.call().withKey("refused")))
                        .isInstanceOfSatisfying(
                                Submitted.Instead.class,
                                instead -> assertThat(instead.result()).isInstanceOf(Result.Invalid.class));
            }
            Ledgers.accept(ledger, "k", OperationMode.BACKGROUND);
            Ledgers.accept(ledger, "attached", OperationMode.ATTACHED);
            try (Bench bench = new Bench(FaultScript.NONE, config -> background(config, ledger, 8))) {
                Ledgers.awaitSettled(ledger, "k");

                assertThat(Ledgers.record(ledger, "k").state()).isEqualTo(OperationState.SUCCEEDED);
                assertThat(Ledgers.record(ledger, "attached").state()).isEqualTo(OperationState.RECEIVED);
                assertThat(bench.sends()).isEqualTo(1);
            }
        }
    }

    @Test
    @DisplayName("R-OP-6 a drain gives claimed work back; the next engine does it")
    void parked_claimsGoBack() throws Exception {
        long open = 0;
        try (Ledger ledger = Ledgers.open(folder)) {
            try (Bench bench = new Bench(
                    FaultScript.NONE,
                    config -> background(config, ledger, 8)
                            .withPolicy(PolicySettings.defaults().withMaxActive(1)))) {
                for (int i = 0; i < 8; i++) {
                    accepted(bench.penstock().submit(Bench.call().withKey("k" + i)));
                }
            }
            for (int i = 0; i < 8; i++) {
                OperationState state = Ledgers.record(ledger, "k" + i).state();
                assertThat(state).isNotIn(OperationState.CLAIMED, OperationState.DISPATCHING);
                open += state == OperationState.SUCCEEDED ? 0 : 1;
            }
            try (Bench bench = new Bench(FaultScript.NONE, config -> background(config, ledger, 8))) {
                for (int i = 0; i < 8; i++) {
                    Ledgers.awaitSettled(ledger, "k" + i);
                    assertThat(Ledgers.record(ledger, "k" + i).state()).isEqualTo(OperationState.SUCCEEDED);
                }
                assertThat(bench.sends()).isEqualTo(open);
            }
        }
    }

    @Test
    @DisplayName(
            "R-CLASS-3 work on a paused route gives its worker back: other routes' work is done, and it goes on later")
    void pausedRoute_holdsNoWorker() throws Exception {
        FaultScript empty =
                FaultScript.builder().always(then -> then.status(402)).build();
        try (Ledger ledger = Ledgers.open(folder);
                TwoProviders bench = new TwoProviders(
                        empty,
                        FaultScript.NONE,
                        config -> background(config, ledger, 2)
                                .withRoutes(config.routes()
                                        .withAlias(
                                                "elsewhere", new RouteTarget("second", TwoProviders.SECOND_MODEL))))) {
            for (int i = 0; i < 5; i++) {
                accepted(bench.penstock().submit(Bench.call().withKey("paused" + i)));
            }
            ChatCall elsewhere = ChatCall.of(Bench.BODY.replace(TwoProviders.FIRST_MODEL, "elsewhere"));
            accepted(bench.penstock().submit(elsewhere.withKey("k")));
            Ledgers.awaitSettled(ledger, "k");

            assertThat(Ledgers.record(ledger, "k").state()).isEqualTo(OperationState.SUCCEEDED);
            assertThat(bench.sends().getFirst()).isBetween(1L, 2L);
            assertThat(bench.sends().getLast()).isEqualTo(1);
            for (int i = 0; i < 5; i++) {
                OperationRecord record = Ledgers.record(ledger, "paused" + i);
                assertThat(record.state().isSettled()).isFalse();
                assertThat(record.attempts().charged()).isZero();
            }
        }
    }

    @Test
    @DisplayName("R-CANCEL-2 cancelled before it was taken up: nothing is sent")
    void cancelledBeforeItsTurn_neverSent() throws Exception {
        try (Ledger ledger = Ledgers.open(folder)) {
            OperationRecord record = Ledgers.accept(ledger, "k", OperationMode.BACKGROUND);
            ledger.operations().write(new OperationWrite.RequestCancel(nextId(), record.ref(), "test", ""));
            try (Bench bench = new Bench(FaultScript.NONE, config -> background(config, ledger, 8))) {
                accepted(bench.penstock().submit(Bench.call().withKey("other")));
                Ledgers.awaitSettled(ledger, "other");

                assertThat(Ledgers.record(ledger, "k").state()).isEqualTo(OperationState.CANCELLED_BEFORE_DISPATCH);
                assertThat(bench.sends()).isEqualTo(1);
            }
        }
    }

    private static PenstockConfig background(PenstockConfig config, Ledger ledger, int workers) {
        return config.withLedger(ledger)
                .withBackground(BackgroundSettings.defaults().withWorkers(workers));
    }

    private static OperationInfo accepted(Submitted submitted) {
        assertThat(submitted).isInstanceOf(Submitted.Accepted.class);
        return ((Submitted.Accepted) submitted).operation();
    }

    private static WriteId nextId() {
        return WriteId.create(Chance.system());
    }
}
