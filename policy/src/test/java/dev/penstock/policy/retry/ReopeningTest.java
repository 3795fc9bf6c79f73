package dev.penstock.policy.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.retry.Reopening.Answer;
import dev.penstock.policy.retry.Reopening.DeadLetter;
import dev.penstock.policy.retry.Reopening.Repeat;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("R-BUDGET-4 reopening a dead letter by repeating its key")
class ReopeningTest {

    private static final RetrySettings SETTINGS = RetrySettings.forAttached();
    private static final Set<EndReason> REOPENABLE = EnumSet.of(
            EndReason.DEADLINE,
            EndReason.ATTEMPTS,
            EndReason.RETRY_BUDGET,
            EndReason.BREAKER,
            EndReason.STOPPED,
            EndReason.ABANDONED,
            EndReason.REFUSED,
            EndReason.REPLAY_SETTING);

    @ParameterizedTest
    @EnumSource(EndReason.class)
    void answer_everyReason_opensOnlyTheReopenable(EndReason reason) {
        Answer answer = answer(reason, tally(0), Repeat.BY_CALLER, Duration.ZERO);

        assertThat(answer).isEqualTo(REOPENABLE.contains(reason) ? new Answer.AsOriginal() : new Answer.Closed());
    }

    @ParameterizedTest
    @EnumSource(Repeat.class)
    void answer_nothingWasEverSent_opensAsAnOriginalByAnyRepeat(Repeat repeat) {
        assertThat(answer(EndReason.ABANDONED, AttemptTally.NONE, repeat, Duration.ofHours(1)))
                .isEqualTo(new Answer.AsOriginal());
        assertThat(answer(EndReason.ATTEMPTS, tally(4, AttemptCategory.NOT_SENT), repeat, Duration.ofHours(1)))
                .isEqualTo(new Answer.AsOriginal());
    }

    @Test
    void answer_refusedBefore_opensAsARetryOnceItsTimeHasCome() {
        AttemptTally refused = tally(4, AttemptCategory.NOT_SENT, AttemptCategory.TRANSIENT);

        assertThat(answer(EndReason.ATTEMPTS, refused, Repeat.BY_CALLER, Duration.ZERO))
                .isEqualTo(new Answer.AsRetry());
        assertThat(answer(EndReason.ATTEMPTS, refused, Repeat.BY_CALLER, Duration.ofSeconds(9)))
                .isEqualTo(new Answer.NotYet(Duration.ofSeconds(9)));
        assertThat(answer(EndReason.STOPPED, tally(0, AttemptCategory.STOP), Repeat.BY_CALLER, Duration.ZERO))
                .isEqualTo(new Answer.AsRetry());
    }

    @Test
    @DisplayName("R-REPLAY-2 a library's own retry reopens nothing that was ever refused")
    void answer_sdkRetry_getsTheLastErrorAgain() {
        assertThat(answer(EndReason.ATTEMPTS, tally(4, AttemptCategory.TRANSIENT), Repeat.BY_SDK, Duration.ZERO))
                .isEqualTo(new Answer.LastErrorAgain());
    }

    @Test
    void answer_lifetimeUsedUp_isLeftToAnOperator() {
        assertThat(answer(EndReason.ATTEMPTS, tally(11, AttemptCategory.TRANSIENT), Repeat.BY_CALLER, Duration.ZERO))
                .isEqualTo(new Answer.AsRetry());
        assertThat(answer(EndReason.ATTEMPTS, tally(12, AttemptCategory.TRANSIENT), Repeat.BY_CALLER, Duration.ZERO))
                .isEqualTo(new Answer.UsedUp());
    }

    @ParameterizedTest
    @EnumSource(
            value = AttemptCategory.class,
            names = {"INTERRUPTED_BY_PROVIDER", "AMBIGUOUS", "FINAL"})
    void answer_anyAttemptThatWasProcessed_staysClosed(AttemptCategory category) {
        AttemptTally tally = tally(2, AttemptCategory.TRANSIENT, category);

        assertThat(answer(EndReason.DEADLINE, tally, Repeat.BY_CALLER, Duration.ZERO))
                .isEqualTo(new Answer.Closed());
    }

    private static Answer answer(EndReason reason, AttemptTally tally, Repeat repeat, Duration retryAvailableIn) {
        return Reopening.answer(new DeadLetter(reason, tally, retryAvailableIn), repeat, SETTINGS);
    }

    private static AttemptTally tally(int charged, AttemptCategory... categories) {
        return new AttemptTally(Math.max(charged, categories.length), charged, Set.of(categories));
    }
}
