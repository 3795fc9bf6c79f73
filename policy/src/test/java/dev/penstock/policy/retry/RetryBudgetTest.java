package dev.penstock.policy.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-BUDGET-1 R-BUDGET-2 R-BUDGET-3 R-PROOF-5 the retry budget")
class RetryBudgetTest {

    private final VirtualTime clock = new VirtualTime(Long.MAX_VALUE - 1_000);
    private final RetryBudget budget = new TokenBucket(
            "deepseek", RetryBudgetSettings.defaults(), clock.time().ticker());

    @Test
    void tryTake_fullBucket_givesItsCapacityAndThenSaysWhenToComeBack() {
        drain();

        assertThat(budget.tryTake())
                .isEqualTo(new TokenOutcome.Exhausted(
                        "deepseek/process", Duration.ofSeconds(10).toNanos()));
    }

    @Test
    void recordOriginal_atCapacity_addsNothing() {
        for (int i = 0; i < 1_000; i++) {
            budget.recordOriginal();
        }

        assertThat(budget.available()).isEqualTo(10);
        drain();
    }

    @Test
    void tryTake_justBelowAToken_isRefusedAndAtTheTokenGiven() {
        drain();
        clock.advance(Duration.ofSeconds(10).minusNanos(1));

        assertThat(budget.tryTake()).isEqualTo(new TokenOutcome.Exhausted("deepseek/process", 1));
        clock.advance(Duration.ofNanos(1));
        assertThat(budget.tryTake()).isInstanceOf(RetryToken.class);
        assertThat(budget.tryTake()).isInstanceOf(TokenOutcome.Exhausted.class);
    }

    @Test
    void tryTake_afterTenOriginals_givesExactlyOne() {
        drain();
        for (int i = 0; i < 9; i++) {
            budget.recordOriginal();
            assertThat(budget.tryTake()).isInstanceOf(TokenOutcome.Exhausted.class);
        }
        budget.recordOriginal();

        assertThat(budget.tryTake()).isInstanceOf(RetryToken.class);
        assertThat(budget.tryTake()).isInstanceOf(TokenOutcome.Exhausted.class);
    }

    @Test
    void floor_afterALongQuiet_neverExceedsTheCapacity() {
        drain();
        clock.advance(Duration.ofDays(10_000));

        assertThat(budget.available()).isEqualTo(10);
        drain();
    }

    @Test
    void giveBack_returnsTheTokenOnce() {
        RetryToken token = take();
        drain(9);

        assertThat(token.giveBack()).isTrue();
        assertThat(token.giveBack()).isFalse();
        assertThat(token.spend()).isFalse();
        token.close();
        assertThat(budget.available()).isEqualTo(1);
    }

    @Test
    void close_afterSpending_returnsNothing() {
        try (RetryToken token = take()) {
            assertThat(token.spend()).isTrue();
            assertThat(token.spend()).isFalse();
        }

        assertThat(budget.available()).isEqualTo(9);
    }

    @Test
    void close_withoutSpending_givesItBack() {
        take().close();

        assertThat(budget.available()).isEqualTo(10);
    }

    @Test
    @DisplayName("R-BUDGET-1 seeded: never more retries than capacity, deposits and floor allow")
    void anySequence_staysInsideTheAllowance() {
        long seed = 7;
        SplittableRandom random = new SplittableRandom(seed);
        long start = clock.time().ticker().nanos();
        long originals = 0;
        long spent = 0;
        for (int step = 0; step < 50_000; step++) {
            switch (random.nextInt(4)) {
                case 0 -> {
                    budget.recordOriginal();
                    originals++;
                }
                case 1 -> clock.advance(Duration.ofMillis(random.nextInt(2_000)));
                default -> {
                    if (budget.tryTake() instanceof RetryToken token) {
                        spent += random.nextInt(5) == 0 && token.giveBack() ? 0 : 1;
                    }
                }
            }
            long elapsed = clock.time().ticker().nanos() - start;
            double allowance = 10 + originals / 10.0 + elapsed / 10e9;
            assertThat((double) spent).as("seed %d step %d", seed, step).isLessThanOrEqualTo(allowance);
        }
        assertThat(spent).isGreaterThan(originals / 10);
    }

    @Test
    void tryTake_manyCallersForTheLastToken_oneWins() throws Exception {
        drain(9);
        int callers = 16;
        CountDownLatch start = new CountDownLatch(1);
        List<Future<TokenOutcome>> answers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < callers; i++) {
                answers.add(threads.submit(() -> {
                    start.await();
                    return budget.tryTake();
                }));
            }
            start.countDown();
        }
        int winners = 0;
        for (Future<TokenOutcome> answer : answers) {
            winners += answer.get() instanceof RetryToken ? 1 : 0;
        }

        assertThat(winners).isEqualTo(1);
    }

    @Test
    void settings_outOfRange_areRefused() {
        Duration tenSeconds = Duration.ofSeconds(10);

        assertThatThrownBy(() -> new RetryBudgetSettings(BudgetScope.PROCESS, 0, 10, tenSeconds))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RetryBudgetSettings(BudgetScope.PROCESS, 10, 101, tenSeconds))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RetryBudgetSettings(BudgetScope.PROCESS, 10, 10, Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(
                        () -> new RetryBudgetSettings(BudgetScope.PROCESS, Integer.MAX_VALUE, 10, Duration.ofDays(365)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private void drain() {
        drain(10);
    }

    private void drain(int tokens) {
        for (int i = 0; i < tokens; i++) {
            assertThat(take().spend()).isTrue();
        }
    }

    private RetryToken take() {
        return (RetryToken) budget.tryTake();
    }
}
