package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.breaker.BreakerSettings;
import dev.penstock.policy.retry.BudgetScope;
import dev.penstock.policy.retry.RetryBudgetSettings;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationRecord;
import dev.penstock.time.Time;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("background work that waits for long holds no worker: other routes' work is done meanwhile")
class WaitingWorkersTest {

    private static final Duration LONG = Duration.ofMinutes(10);
    private static final int WORKERS = 2;

    /** What the work on one route waits for. */
    private enum Wait {
        BACKOFF(429, true),
        BREAKER(503, false),
        RETRY_TOKEN(429, false);

        private final int status;
        private final boolean hinted;

        Wait(int status, boolean hinted) {
            this.status = status;
            this.hinted = hinted;
        }

        PolicySettings policy() {
            PolicySettings usual = PolicySettings.defaults();
            return switch (this) {
                case BACKOFF -> usual;
                case BREAKER -> withLongOpenCircuit(usual);
                case RETRY_TOKEN -> usual.withBudget(new RetryBudgetSettings(BudgetScope.PROCESS, 1, 0, LONG));
            };
        }

        FaultScript script() {
            return FaultScript.builder()
                    .always(then -> hinted
                            ? then.status(status).header("retry-after", Long.toString(LONG.toSeconds()))
                            : then.status(status))
                    .build();
        }
    }

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void longWait_holdsNoWorker(Wait wait) throws Exception {
        try (Ledger ledger = Ledgers.open(folder);
                TwoProviders bench = new TwoProviders(
                        wait.script(),
                        FaultScript.NONE,
                        config -> background(config, ledger)
                                .withPolicy(wait.policy())
                                .withRoutes(config.routes()
                                        .withAlias(
                                                "elsewhere", new RouteTarget("second", TwoProviders.SECOND_MODEL))))) {
            for (int i = 0; i < 3 * WORKERS; i++) {
                bench.penstock().submit(Bench.call().withKey("waits" + i).withSettings(CallSettings.background()));
            }
            ChatCall elsewhere = ChatCall.of(Bench.BODY.replace(TwoProviders.FIRST_MODEL, "elsewhere"));
            bench.penstock().submit(elsewhere.withKey("k").withSettings(CallSettings.background()));

            assertThat(Ledgers.awaitSettled(ledger, "k").state()).isEqualTo(OperationState.SUCCEEDED);
            for (int i = 0; i < 3 * WORKERS; i++) {
                assertThat(Ledgers.record(ledger, "waits" + i).state().isSettled())
                        .isFalse();
            }
            assertThat(bench.sends().getLast()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("it goes on once its wait is over, with the attempts that it has left")
    void longWait_goesOnWhenItIsOver() throws Exception {
        try (Ledger ledger = Ledgers.open(folder);
                Bench bench = new Bench(comeBackIn(3), config -> background(config, ledger))) {
            bench.penstock().submit(Bench.call().withKey("k").withSettings(CallSettings.background()));

            OperationRecord record = Ledgers.awaitSettled(ledger, "k");

            assertThat(record.state()).isEqualTo(OperationState.SUCCEEDED);
            assertThat(record.attempts().started()).isEqualTo(2);
            assertThat(bench.sends()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName(
            "R-OP-8 whoever comes with its key meanwhile waits for its answer, and it is sent once more, not twice")
    void callerDuringALongWait_getsTheAnswer() throws Exception {
        try (Ledger ledger = Ledgers.open(folder);
                Bench bench = new Bench(comeBackIn(3), config -> background(config, ledger))) {
            bench.penstock().submit(Bench.call().withKey("k").withSettings(CallSettings.background()));
            while (Ledgers.record(ledger, "k").state() != OperationState.RETRY_SCHEDULED) {
                Time.system().sleeper().sleep(Duration.ofMillis(10).toNanos());
            }

            assertThat(bench.penstock().call(Bench.call().withKey("k"))).isInstanceOf(Result.Answered.class);

            assertThat(bench.sends()).isEqualTo(2);
        }
    }

    private static FaultScript comeBackIn(int seconds) {
        return FaultScript.builder()
                .rule(
                        "later",
                        when -> when.first(1),
                        then -> then.status(429).header("retry-after", Integer.toString(seconds)))
                .build();
    }

    private static PenstockConfig background(PenstockConfig config, Ledger ledger) {
        return config.withLedger(ledger)
                .withBackground(BackgroundSettings.defaults().withWorkers(WORKERS));
    }

    private static PolicySettings withLongOpenCircuit(PolicySettings policy) {
        BreakerSettings usual = BreakerSettings.defaults();
        return new PolicySettings(
                policy.population(),
                policy.maxActive(),
                policy.adaptive(),
                policy.pacing(),
                policy.budget(),
                new BreakerSettings(usual.opening(), LONG, LONG, usual.successesToClose(), usual.probePatience()),
                policy.attached(),
                policy.background());
    }
}
