package dev.penstock.policy.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.policy.classify.Disposition;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("B058 R-RETRYAFTER-3 a wait longer than what is left ends at once and is reported unshortened")
class ReportB058Test {

    private static final Duration LEFT = Duration.ofSeconds(20);

    @ParameterizedTest
    @CsvSource({"86400", "20", "19.95", "19.9"})
    void hintThatDoesNotFit_endsAtOnceWithTheProvidersTrueValue(String retryAfter) {
        assertThat(decide(retryAfter))
                .isEqualTo(new RetryDecision.End(Disposition.deadLetter(EndReason.DEADLINE), Hints.read(retryAfter)));
    }

    @Test
    void hintThatFits_isWaitedInFull() {
        assertThat(decide("19.8")).isEqualTo(new RetryDecision.Retry(19_800_000_000L, 19_800_000_000L));
    }

    private static RetryDecision decide(String retryAfter) {
        RetrySettings settings = RetrySettings.forAttached().withOperationDeadline(Duration.ofSeconds(30));
        return Decisions.decide(Hints.retryAfter(503, retryAfter), settings, ReplaySetting.AFTER_REJECTION, LEFT);
    }
}
