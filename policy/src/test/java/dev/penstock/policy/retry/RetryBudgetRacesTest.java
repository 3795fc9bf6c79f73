package dev.penstock.policy.retry;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Every interleaving that a model checker finds, over one budget; each proof catches its careless counterpart. */
@DisplayName("R-BUDGET-1 takers, depositors and tokens that come back race")
class RetryBudgetRacesTest {

    @Test
    void takesAndDeposits_areLinearizable() {
        check(Linearizable.class);
    }

    @Test
    void takesAndDeposits_byReadAndWrite_areCaught() {
        assertThatThrownBy(() -> check(Careless.class)).isInstanceOf(AssertionError.class);
    }

    @Test
    void token_spentAndGivenBackByTwo_settlesOnce() {
        check(SharedToken.class);
    }

    @Test
    void token_settledByALook_isCaught() {
        assertThatThrownBy(() -> check(CarelessToken.class)).isInstanceOf(AssertionError.class);
    }

    private static RetryBudget budget() {
        return new TokenBucket(
                "x", new RetryBudgetSettings(BudgetScope.PROCESS, 2, 50, Duration.ofSeconds(10)), () -> 0);
    }

    private static void check(Class<?> operations) {
        new ModelCheckingOptions()
                .threads(2)
                .actorsPerThread(3)
                .actorsBefore(0)
                .actorsAfter(0)
                .iterations(6)
                .invocationsPerIteration(100)
                .minimizeFailedScenario(false)
                .check(operations);
    }

    /** Two tokens, half a token per original, and time that stands still. */
    public static class Linearizable {

        private final RetryBudget budget = budget();
        private final @Nullable RetryToken token = budget.tryTake() instanceof RetryToken taken ? taken : null;

        @Operation
        public boolean take() {
            return budget.tryTake() instanceof RetryToken;
        }

        @Operation
        public void original() {
            budget.recordOriginal();
        }

        @Operation
        public int available() {
            return budget.available();
        }

        @Operation(runOnce = true)
        public boolean giveBack() {
            return token != null && token.giveBack();
        }
    }

    /** The same arithmetic, but what was read is written back whatever happened in between. */
    public static class Careless {

        private volatile int halves = 4;

        @Operation
        public boolean take() {
            int seen = halves;
            if (seen < 2) {
                return false;
            }
            halves = seen - 2;
            return true;
        }

        @Operation
        public void original() {
            halves = Math.min(4, halves + 1);
        }

        @Operation
        public int available() {
            return halves / 2;
        }
    }

    /** One token in many hands. */
    public static class SharedToken {

        private final RetryToken token = (RetryToken) budget().tryTake();

        @Operation
        public boolean spend() {
            return token.spend();
        }

        @Operation
        public boolean giveBack() {
            return token.giveBack();
        }
    }

    /** Looks whether it has been settled, and then settles. */
    public static class CarelessToken {

        private volatile boolean settled;

        @Operation
        public boolean settle() {
            if (settled) {
                return false;
            }
            settled = true;
            return true;
        }
    }
}
