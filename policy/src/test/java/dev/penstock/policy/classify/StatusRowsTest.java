package dev.penstock.policy.classify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.Ending.AbortCause;
import dev.penstock.policy.attempt.Ending.FailureKind;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.attempt.Verdict;
import dev.penstock.policy.attempt.Verdict.Stop.What;
import dev.penstock.policy.attempt.Verdict.Transient.Why;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("R-CLASS-3 R-CLASS-8 rows 5 to 11: the status decides")
class StatusRowsTest {

    @ParameterizedTest
    @CsvSource({
        "402, , BALANCE",
        "402, insufficient_quota, QUOTA",
        "402, invalid_api_key, BALANCE",
        "429, insufficient_quota, QUOTA",
        "400, insufficientquota, QUOTA",
        "403, billing_not_active, BALANCE",
        "403, INSUFFICIENT_QUOTA, QUOTA"
    })
    void row5_balanceOrNamedQuota_pauses(int status, String code, What what) {
        Classification stopped = classify(Facts.status(status, code == null ? null : Facts.code(code)));

        assertThat(stopped.row()).isEqualTo(5);
        assertThat(stopped.verdict()).isEqualTo(new Verdict.Stop(what));
        assertThat(stopped.disposition()).isEqualTo(new Disposition(OperationState.RETRY_SCHEDULED, EndReason.STOPPED));
        assertThat(stopped.breaker()).isEqualTo(BreakerEffect.NEUTRAL);
    }

    @Test
    void row6_credential_pauses() {
        assertThat(classify(Facts.status(401)).row()).isEqualTo(6);
        assertThat(classify(Facts.status(401, Facts.code("insufficient_quota"))).verdict())
                .isEqualTo(new Verdict.Stop(What.CREDENTIAL));
        assertThat(classify(Facts.status(403, Facts.code("invalid_api_key"))).row())
                .isEqualTo(6);
        assertThat(classify(Facts.status(403)).row()).isEqualTo(9);
    }

    @ParameterizedTest
    @CsvSource({
        ", RATE_UNKNOWN, TOO_MANY_AT_ONCE",
        "whatever, RATE_UNKNOWN, TOO_MANY_AT_ONCE",
        "concurrency_limit, RATE_CONCURRENCY, TOO_MANY_AT_ONCE",
        "rpm_limit, RATE_RPM, TOO_MANY_REQUESTS",
        "tpm_limit, RATE_TPM, TOO_MANY_TOKENS"
    })
    @DisplayName("R-CLASS-8 R-BREAKER-1 a 429 names its reason or stays unknown, and never counts against the breaker")
    void row7_rateLimit_isTransient(String code, Why why, CapacityEffect limiter) {
        Classification limited = classify(Facts.status(429, code == null ? null : Facts.code(code)));

        assertThat(limited.row()).isEqualTo(7);
        assertThat(limited.verdict()).isEqualTo(new Verdict.Transient(why));
        assertThat(limited.disposition()).isEqualTo(Disposition.RETRY);
        assertThat(limited.breaker()).isEqualTo(BreakerEffect.NEUTRAL);
        assertThat(limited.capacity()).isEqualTo(limiter);
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 425})
    void row7_allowlistedStatus_isTransientOnlyOnThatRoute(int status) {
        assertThat(classify(Facts.status(status)).row()).isEqualTo(9);
        assertThat(Classifier.classify(Facts.status(status), Facts.OPTED_IN).verdict())
                .isEqualTo(new Verdict.Transient(Why.ALLOWLISTED));
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 503})
    void row8_serverError_isTransientAndCountsAgainstTheBreaker(int status) {
        Classification server = classify(Facts.status(status));

        assertThat(server.row()).isEqualTo(8);
        assertThat(server.verdict()).isEqualTo(new Verdict.Transient(Why.SERVER));
        assertThat(server.breaker()).isEqualTo(BreakerEffect.FAILURE);
    }

    @ParameterizedTest
    @ValueSource(ints = {300, 301, 302, 303, 307, 308, 399, 400, 404, 408, 409, 413, 422, 425, 451, 498})
    void row9_otherStatus_isRejectedForGood(int status) {
        Classification rejected = classify(Facts.status(status));

        assertThat(rejected.row()).isEqualTo(9);
        assertThat(rejected.verdict()).isEqualTo(new Verdict.Rejected(status));
        assertThat(rejected.disposition())
                .isEqualTo(new Disposition(OperationState.FAILED_PERMANENT, EndReason.REJECTED));
    }

    @ParameterizedTest
    @ValueSource(ints = {499, 501, 502, 504, 505, 511, 520, 521, 522, 523, 524, 525, 526, 527, 529, 599, 600, 999, 42})
    void row10_intermediary_leavesTheOutcomeUnknown(int status) {
        Classification intermediary = classify(Facts.status(status));

        assertThat(intermediary.row()).isEqualTo(10);
        assertThat(intermediary.disposition()).isEqualTo(Disposition.unknown(EndReason.INTERMEDIARY));
        assertThat(intermediary.breaker()).isEqualTo(BreakerEffect.FAILURE);
    }

    @ParameterizedTest
    @ValueSource(ints = {302, 400, 401, 402, 429, 500, 503, 504})
    void row11_bodyCutOrDripping_theStatusStillDecides(int status) {
        AttemptFacts whole = Facts.status(status);
        Classification plain = classify(whole);

        assertThat(classify(Facts.ended(whole, new Ending.Failed(FailureKind.RESET))))
                .isEqualTo(plain);
        assertThat(classify(Facts.ended(whole, new Ending.Aborted(AbortCause.DEADLINE))))
                .isEqualTo(plain);
        assertThat(classify(Facts.ended(whole, new Ending.Aborted(AbortCause.TRANSPORT_IDLE))))
                .isEqualTo(plain);
    }

    private static Classification classify(AttemptFacts facts) {
        return Classifier.classify(facts, Facts.RULES);
    }
}
