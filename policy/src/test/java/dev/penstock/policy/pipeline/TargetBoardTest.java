package dev.penstock.policy.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.penstock.policy.admission.AccountKey;
import dev.penstock.policy.admission.LimiterKey;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.Verdict;
import dev.penstock.policy.attempt.Verdict.Stop.What;
import dev.penstock.policy.pipeline.NextTarget.AfterBackoff;
import dev.penstock.policy.pipeline.NextTarget.AtOnce;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Where the next attempt goes (design 6, Fallback)")
class TargetBoardTest {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final Verdict BUSY = new Verdict.Transient(Verdict.Transient.Why.SERVER);
    private static final Verdict NO_KEY = new Verdict.Stop(Verdict.Stop.What.CREDENTIAL);
    private static final Verdict NO_MONEY = new Verdict.Stop(Verdict.Stop.What.BALANCE);

    private static final LimiterKey HERE = key("here", "large");
    private static final LimiterKey SMALLER = key("here", "small");
    private static final LimiterKey THERE = key("there", "large");

    @Test
    void nothingTried_primaryAtOnce() {
        assertThat(next(board(HERE, THERE))).isEqualTo(new AtOnce(0));
    }

    @Test
    void primaryFailed_fallbackAtOnce_whateverThePrimaryAskedFor() {
        TargetBoard board = board(HERE, THERE);
        board.failed(0, BUSY, 0);

        assertThat(board.next(target -> target == 0 ? 60 * SECOND : 0)).isEqualTo(new AtOnce(1));
        assertThat(board.isUntried(0)).isFalse();
        assertThat(board.isUntried(1)).isTrue();
    }

    @Test
    void allFailed_theOneThatIsFreeSoonest() {
        TargetBoard board = board(HERE, THERE);
        board.failed(0, BUSY, 0);
        board.failed(1, BUSY, 0);

        assertThat(board.next(target -> target == 0 ? 60 * SECOND : SECOND)).isEqualTo(new AfterBackoff(1, SECOND));
        assertThat(next(board)).isEqualTo(new AfterBackoff(0, 0));
    }

    @Test
    void allFailed_fewestFailuresFirst() {
        TargetBoard board = board(HERE, THERE);
        board.failed(0, BUSY, 0);
        board.failed(1, BUSY, 0);
        board.failed(0, BUSY, 0);

        assertThat(next(board)).isEqualTo(new AfterBackoff(1, 0));
    }

    @Test
    void untriedButHeldBack_isNotAtOnce() {
        TargetBoard board = board(HERE, THERE);
        board.failed(0, BUSY, 0);

        assertThat(board.next(target -> target == 1 ? SECOND : 0)).isEqualTo(new AfterBackoff(0, 0));
    }

    @Test
    @DisplayName("B074 another credential of the account and model is no other place to ask")
    void transientFailure_holdsForTheAccountsOtherCredentials() {
        TargetBoard board = board(HERE, HERE, SMALLER, THERE);
        board.failed(0, BUSY, 0);

        assertThat(next(board)).isEqualTo(new AtOnce(2));
        assertThat(board.isUntried(1)).isFalse();
    }

    @Test
    @DisplayName("R-CLASS-3 a 401 leaves the account's other credentials alone")
    void credentialStopped_theAccountsNextCredential() {
        TargetBoard board = board(HERE, HERE, THERE);
        board.failed(0, NO_KEY, SECOND);

        assertThat(next(board)).isEqualTo(new AtOnce(1));
    }

    @Test
    @DisplayName("R-CLASS-3 a 402 stops every credential and model of the account")
    void balanceStopped_anotherAccount() {
        TargetBoard board = board(HERE, HERE, SMALLER, THERE);
        board.failed(0, NO_MONEY, SECOND);

        assertThat(next(board)).isEqualTo(new AtOnce(3));
    }

    @Test
    void allRefused_theFirstReasonAndTheSoonestMoment() {
        TargetBoard board = board(HERE, THERE);
        board.refused(0, GateDecision.NotNow.paused(What.BALANCE, 60 * SECOND));
        board.refused(1, new GateDecision.NotNow(EndReason.BREAKER, SECOND, null));

        assertThat(next(board)).isEqualTo(new NextTarget.None());
        assertThat(board.refusal()).isEqualTo(GateDecision.NotNow.paused(What.BALANCE, SECOND));
    }

    @Test
    void refusal_holdsForOneRound_andIsNoFailure() {
        TargetBoard board = board(HERE, THERE);
        board.refused(0, new GateDecision.NotNow(EndReason.BREAKER, SECOND, null));
        assertThat(next(board)).isEqualTo(new AtOnce(1));

        board.newRound();

        assertThat(next(board)).isEqualTo(new AtOnce(0));
        assertThatIllegalStateException().isThrownBy(board::refusal);
    }

    @Test
    void noTargets_areRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new TargetBoard(List.of()));
    }

    private static NextTarget next(TargetBoard board) {
        return board.next(target -> 0);
    }

    private static TargetBoard board(LimiterKey... targets) {
        return new TargetBoard(List.of(targets));
    }

    private static LimiterKey key(String account, String model) {
        return LimiterKey.of(new AccountKey("provider", account), model);
    }
}
