package dev.penstock.policy.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.ErrorFacts;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.attempt.Verdict;
import dev.penstock.policy.classify.Disposition;
import dev.penstock.policy.classify.Facts;
import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("B039 a 400 is a stop by its named code, and never retryable by its text")
class ReportB039Test {

    private static final RetryDecision REJECTED =
            new RetryDecision.End(new Disposition(OperationState.FAILED_PERMANENT, EndReason.REJECTED), null);

    @Test
    void quotaCodeBehindA400_isAStop() {
        assertThat(Decisions.background(Facts.status(400, Facts.code("insufficientquota"))))
                .isEqualTo(new RetryDecision.Pause(Verdict.Stop.What.QUOTA));
    }

    @ParameterizedTest
    @ValueSource(strings = {"context_length_exceeded", "content_policy_violation", "rpm_limit", "server_error"})
    void anyOtherCodeBehindA400_isTheCallersError(String code) {
        assertThat(Decisions.attached(Facts.status(400, Facts.code(code)))).isEqualTo(REJECTED);
        assertThat(Decisions.background(Facts.status(400, Facts.code(code)))).isEqualTo(REJECTED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Please retry later",
                "rate limit exceeded, try again in 1s",
                "503 Service Unavailable",
                "server overloaded",
                "insufficient quota"
            })
    void anyText_promotesNo4xx(String text) {
        ErrorFacts error = new ErrorFacts(OptionalInt.empty(), null, null, text);

        for (int status = 400; status < 500; status++) {
            assertThat(Decisions.background(Facts.status(status, error)))
                    .as("status %d", status)
                    .isEqualTo(Decisions.background(Facts.status(status)));
        }
    }
}
