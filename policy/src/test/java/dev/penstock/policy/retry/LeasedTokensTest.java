package dev.penstock.policy.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.retry.LeasedTokens.Standing;
import dev.penstock.testkit.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-BUDGET-3 one process's part of an account's retry budget")
class LeasedTokensTest {

    private static final Duration LEASE = Duration.ofSeconds(15);

    private final VirtualTime clock = new VirtualTime();
    private final LeasedTokens tokens = new LeasedTokens(
            "deepseek/main",
            RetryBudgetSettings.defaults().withScope(BudgetScope.ACCOUNT),
            clock.time().ticker());

    @Test
    @DisplayName("its name says its scope")
    void name_saysItsScope() {
        assertThat(tokens.name()).isEqualTo("deepseek/main/account");
    }

    @Test
    @DisplayName("before the first lease there is none, and that is remembered once")
    void tryTake_beforeTheFirstLease_findsNone() {
        assertThat(tokens.tryTake())
                .isEqualTo(new TokenOutcome.Exhausted(
                        "deepseek/main/account", Duration.ofSeconds(10).toNanos()));
        assertThat(tokens.isWanting()).isTrue();
        assertThat(tokens.stand(0)).isEqualTo(new Standing(0, 0, 0, true));
        assertThat(tokens.isWanting()).isFalse();
    }

    @Test
    void tryTake_leased_takesWhatThereIs() {
        lease(2);

        assertThat(tokens.tryTake()).isInstanceOf(RetryToken.class);
        assertThat(tokens.available()).isEqualTo(1);
        assertThat(tokens.tryTake()).isInstanceOf(RetryToken.class);
        assertThat(tokens.tryTake()).isInstanceOf(TokenOutcome.Exhausted.class);
    }

    @Test
    @DisplayName("closed, not open: a lease that was not renewed leaves nothing")
    void leaseRunsOut_nothingIsLeft() {
        lease(5);
        clock.advance(LEASE);

        assertThat(tokens.available()).isZero();
        assertThat(tokens.tryTake()).isInstanceOf(TokenOutcome.Exhausted.class);
        assertThat(tokens.stand(10).holding()).isZero();
    }

    @Test
    @DisplayName("a token that was taken before the lease ran out goes back to nobody")
    void giveBack_afterTheLease_goesToNobody() {
        lease(1);
        RetryToken token = (RetryToken) tokens.tryTake();
        clock.advance(LEASE);
        tokens.stand(10);
        lease(1);

        token.giveBack();

        assertThat(tokens.available()).isEqualTo(1);
    }

    @Test
    void giveBack_withinTheLease_isThereAgain() {
        lease(1);
        ((RetryToken) tokens.tryTake()).giveBack();

        assertThat(tokens.available()).isEqualTo(1);
    }

    @Test
    @DisplayName("what is more than its part is out of use before it is given back")
    void stand_moreThanItsPart_givesBack() {
        lease(6);
        tokens.recordOriginal();

        assertThat(tokens.stand(4)).isEqualTo(new Standing(4, 2, 1, false));
        assertThat(tokens.available()).isEqualTo(4);
    }

    @Test
    @DisplayName("what was held and is not its own any more is taken off, and below none there is none")
    void renew_less_isTakenOff() {
        lease(3);
        tokens.renew(-5, clock.time().deadlineAfter(LEASE));

        assertThat(tokens.available()).isZero();
        assertThat(tokens.tryTake()).isInstanceOf(TokenOutcome.Exhausted.class);
    }

    private void lease(int more) {
        tokens.renew(more, clock.time().deadlineAfter(LEASE));
    }
}
