package dev.penstock.policy.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.ErrorFacts;
import dev.penstock.policy.attempt.Verdict;
import dev.penstock.policy.classify.Disposition;
import dev.penstock.policy.classify.Facts;
import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("B036 a 429 with a permanent quota code is a stop")
class ReportB036Test {

    @ParameterizedTest
    @CsvSource({
        "insufficient_quota, insufficient_quota",
        "insufficient_quota,",
        ", insufficient_quota",
        "some_other_code, insufficient_quota",
        "Insufficient_Quota,"
    })
    void quotaByCodeOrType_attachedEndsAtOnceAndBackgroundPauses(String code, String type) {
        AttemptFacts facts = Facts.status(429, new ErrorFacts(OptionalInt.empty(), code, type, "…"));

        assertThat(Decisions.attached(facts))
                .isEqualTo(new RetryDecision.End(Disposition.deadLetter(EndReason.STOPPED), null));
        assertThat(Decisions.background(facts)).isEqualTo(new RetryDecision.Pause(Verdict.Stop.What.QUOTA));
    }

    @Test
    void unreadableOrEmptyBody_staysATransientRateLimit() {
        assertThat(Decisions.attached(Facts.status(429))).isInstanceOf(RetryDecision.Retry.class);
        assertThat(Decisions.attached(Facts.status(429, ErrorFacts.NONE))).isInstanceOf(RetryDecision.Retry.class);
    }

    @Test
    void quotaNamedInTheMessageAlone_isNoStop() {
        ErrorFacts text = new ErrorFacts(OptionalInt.empty(), null, null, "insufficient_quota");

        assertThat(Decisions.attached(Facts.status(429, text))).isInstanceOf(RetryDecision.Retry.class);
    }
}
