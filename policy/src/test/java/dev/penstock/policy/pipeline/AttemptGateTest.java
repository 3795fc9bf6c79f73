package dev.penstock.policy.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.admission.AccountKey;
import dev.penstock.policy.admission.Limit;
import dev.penstock.policy.admission.LimiterKey;
import dev.penstock.policy.admission.LimiterSettings;
import dev.penstock.policy.admission.Limiters;
import dev.penstock.policy.admission.PermitRequest;
import dev.penstock.policy.admission.Priority;
import dev.penstock.policy.admission.RouteCredential;
import dev.penstock.policy.admission.RoutePauses;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.Verdict.Stop.What;
import dev.penstock.policy.breaker.BreakerPass;
import dev.penstock.policy.breaker.BreakerSettings;
import dev.penstock.policy.breaker.CircuitBreaker;
import dev.penstock.policy.classify.BreakerEffect;
import dev.penstock.policy.retry.RetryBudget;
import dev.penstock.policy.retry.RetryBudgetSettings;
import dev.penstock.policy.retry.TokenBucket;
import dev.penstock.testkit.VirtualTime;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What an attempt takes, and gives back where it is not launched (design 3, steps 4 to 6)")
class AttemptGateTest {

    private static final int TOKENS = 3;
    private static final AccountKey ACCOUNT = new AccountKey("p", "main");
    private static final RouteCredential CREDENTIAL = new RouteCredential(ACCOUNT, "one", "digest");

    private final VirtualTime time = new VirtualTime();
    private final RetryBudgetSettings none = RetryBudgetSettings.defaults();
    private final RetryBudget budget = new TokenBucket(
            "p",
            new RetryBudgetSettings(none.scope(), TOKENS, 0, none.floorInterval()),
            time.time().ticker());
    private final RoutePauses pauses = new RoutePauses(Duration.ofMinutes(1), time.time(), scope -> {});
    private final Limiters limiters = new Limiters(key -> LimiterSettings.defaults(new Limit.Fixed(1)), time.time());
    private final CircuitBreaker breaker =
            new CircuitBreaker("p/m", BreakerSettings.defaults(), time.time().ticker(), new SplittableRandom(1));
    private final AttemptGate gate = new AttemptGate(limiters, breaker, budget, pauses, CREDENTIAL);

    @Test
    @DisplayName("R-BUDGET-1 an original takes no token, and goes on when there is none left")
    void originals_takeNoToken() throws InterruptedException {
        for (int i = 0; i < 10; i++) {
            launch(original());
        }
        assertThat(budget.available()).isEqualTo(TOKENS);

        for (int i = 0; i < TOKENS; i++) {
            launch(original().asRetry());
        }
        assertThat(budget.available()).isZero();
        launch(original());
    }

    @Test
    @DisplayName("R-BUDGET-2 every launched retry takes one token; without one it is refused and holds nothing")
    void retries_takeOneEach() throws InterruptedException {
        for (int i = 1; i <= TOKENS; i++) {
            launch(original().asRetry());
            assertThat(budget.available()).isEqualTo(TOKENS - i);
        }

        assertThat(enter(original().asRetry()))
                .isInstanceOfSatisfying(
                        GateDecision.NotNow.class,
                        notNow -> assertThat(notNow.limit()).isEqualTo(EndReason.RETRY_BUDGET));
        launch(original());
    }

    @Test
    @DisplayName("R-BUDGET-2 R-ADMIT-2 an attempt that is not launched gives token and permit back")
    void notLaunched_givesEverythingBack() throws InterruptedException {
        for (int i = 0; i < 2 * TOKENS; i++) {
            ticket(original().asRetry()).close();
        }

        assertThat(budget.available()).isEqualTo(TOKENS);
    }

    @Test
    @DisplayName("R-CLASS-3 on a stopped route nothing is taken at all")
    void stoppedRoute_takesNothing() throws InterruptedException {
        pauses.stopped(CREDENTIAL, What.CREDENTIAL);

        assertThat(enter(original().asRetry()))
                .isInstanceOfSatisfying(
                        GateDecision.NotNow.class,
                        notNow -> assertThat(notNow.limit()).isEqualTo(EndReason.STOPPED));
        assertThat(budget.available()).isEqualTo(TOKENS);
        assertThat(limiters.snapshot()).isEmpty();
    }

    @Test
    @DisplayName("R-BREAKER-1 nobody waits for a permit behind an open circuit")
    void openCircuit_seenBeforeThePermit() throws InterruptedException {
        try (Ticket held = ticket(original())) {
            held.launched();
            while (breaker.status() == CircuitBreaker.Status.CLOSED) {
                ((BreakerPass) breaker.enter()).settle(BreakerEffect.FAILURE);
            }

            assertThat(enter(original()))
                    .isInstanceOfSatisfying(
                            GateDecision.NotNow.class,
                            notNow -> assertThat(notNow.limit()).isEqualTo(EndReason.BREAKER));
        }
        time.advance(Duration.ofMinutes(2));

        ticket(original()).close();
    }

    private void launch(PermitRequest request) throws InterruptedException {
        try (Ticket ticket = ticket(request)) {
            ticket.launched();
        }
    }

    private Ticket ticket(PermitRequest request) throws InterruptedException {
        GateDecision decision = enter(request);
        assertThat(decision).isInstanceOf(Ticket.class);
        return (Ticket) decision;
    }

    private GateDecision enter(PermitRequest request) throws InterruptedException {
        return gate.enter(
                new GateRequest(
                        LimiterKey.of(ACCOUNT, "m"), request, time.time().deadlineAfter(Duration.ofSeconds(30))),
                waiting -> {
                    throw new AssertionError("the one permit was not given back");
                });
    }

    private static PermitRequest original() {
        return PermitRequest.original("t", Priority.INTERACTIVE);
    }
}
