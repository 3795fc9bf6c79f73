package dev.penstock.policy.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.policy.classify.Disposition;
import dev.penstock.policy.classify.Facts;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("B043 a redirect ends the operation: no second request under any setting")
class ReportB043Test {

    @ParameterizedTest
    @ValueSource(ints = {300, 301, 302, 303, 304, 305, 307, 308, 399})
    void redirect_isRejectedForGood(int status) {
        for (ReplaySetting replay : ReplaySetting.values()) {
            assertThat(Decisions.decide(Facts.status(status), RetrySettings.forBackground(), replay))
                    .isEqualTo(new RetryDecision.End(
                            new Disposition(OperationState.FAILED_PERMANENT, EndReason.REJECTED), null));
        }
    }
}
