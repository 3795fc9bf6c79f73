package dev.penstock.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.client.Answer;
import dev.penstock.client.Checks;
import dev.penstock.client.OperationInfo;
import dev.penstock.client.Result;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.ErrorFacts;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.attempt.Verdict.Stop.What;
import dev.penstock.store.Bytes;
import dev.penstock.store.GenerationRef;
import dev.penstock.store.OperationId;
import dev.penstock.store.StoreException;
import dev.penstock.store.Tenant;
import dev.penstock.store.UsageSummary;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("Design 12: the tables \"the key is\" and \"first answers\", row by row")
class AnswerRowTest {

    private static final Checks.Check PASSED = Checks.Check.PASSED;
    private static final Checks CHECKS = new Checks(PASSED, PASSED, PASSED, PASSED);
    private static final Answer ANSWER = new Answer(bytes("{}"));

    /** What is expected, written by hand from the design. */
    record Row(Result result, int status, String code, String again) {
        @Override
        public String toString() {
            return result.getClass().getSimpleName() + " " + status + " " + code;
        }
    }

    static Stream<Row> rows() {
        return Stream.of(
                new Row(new Result.Invalid("say what"), 400, "invalid_request", "false"),
                new Row(rejected(404, "{\"error\":{}}"), 404, "model_not_found", "false"),
                new Row(rejected(307, ""), 424, "upstream_redirect", "false"),
                new Row(stopped(What.CREDENTIAL, 0), 424, "provider_credential", "false"),
                new Row(stopped(What.BALANCE, 503), 424, "provider_balance", "false"),
                new Row(stopped(What.QUOTA, 403), 424, "provider_quota", "false"),
                new Row(gaveUp(EndReason.STOPPED, 0), 424, "provider_stopped", "false"),
                new Row(gaveUp(EndReason.ATTEMPTS, 503), 503, "upstream_unavailable", "false"),
                new Row(gaveUp(EndReason.RETRY_BUDGET, 500), 503, "upstream_unavailable", "false"),
                new Row(gaveUp(EndReason.BREAKER, 0), 503, "upstream_unavailable", "false"),
                new Row(gaveUp(EndReason.REPLAY_SETTING, 503), 503, "upstream_unavailable", "false"),
                new Row(gaveUp(EndReason.ATTEMPTS, 429), 429, "upstream_rate_limited", "false"),
                new Row(gaveUp(EndReason.REPLAY_SETTING, 429), 429, "upstream_rate_limited", "false"),
                new Row(gaveUp(EndReason.DEADLINE, 0), 504, "deadline_exceeded", "false"),
                new Row(late(), 409, "deadline_exceeded", "true"),
                new Row(new Result.Unusable(CHECKS, "no", null, info(false)), 424, "response_unusable", "false"),
                new Row(gaveUp(EndReason.INTERRUPTED, 200), 424, "generation_interrupted", "false"),
                new Row(gaveUp(EndReason.INTERNAL_ERROR, 0), 500, "internal_error", "false"),
                new Row(gaveUp(EndReason.ABANDONED, 0), 409, "operation_abandoned", "false"),
                new Row(gaveUp(EndReason.REFUSED, 0), 429, "admission_rejected", "true"),
                new Row(unknown(false), 409, "outcome_unknown", "false"),
                new Row(unknown(true), 409, "outcome_unknown", "false"),
                new Row(store(), 503, "store_unavailable", "true"),
                new Row(new Result.Parked(null, null), 503, "draining", "true"),
                new Row(new Result.Parked(EndReason.STOPPED, null), 424, "provider_stopped", "false"),
                new Row(new Result.NotAdmitted("full", Duration.ofSeconds(3)), 429, "admission_rejected", "true"),
                new Row(new Result.KeyConflict(true, info(false)), 422, "idempotency_key_reused", "false"),
                new Row(new Result.KeyConflict(false, info(false)), 409, "fingerprint_unverifiable", "false"),
                new Row(new Result.InProgress(info(false)), 409, "operation_in_progress", "true"),
                new Row(new Result.Cancelled(info(true)), 409, "operation_cancelled", "false"),
                new Row(new Result.Expired(info(true)), 410, "result_expired", "false"),
                new Row(replayedGaveUp(EndReason.INTERRUPTED), 409, "generation_interrupted", "false"),
                new Row(new Result.Unusable(CHECKS, "no", null, info(true)), 409, "response_unusable", "false"));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void answer_isTheRows(Row row) {
        ApiAnswer answer = ApiAnswer.of(row.result(), false, true);

        assertThat(answer.status()).isEqualTo(row.status());
        assertThat(answer.code()).isEqualTo(row.code());
        assertThat(answer.headers()).containsEntry("x-should-retry", row.again());
        assertThat(answer.toEvent().unsafeArray())
                .asString()
                .startsWith("data: {\"error\":{\"message\":")
                .contains("\"code\":\"" + row.code() + "\"")
                .endsWith("}\n\n")
                .doesNotContain("[DONE]");
    }

    @Test
    void everyRow_isMet() {
        Set<AnswerRow> met = rows().map(row -> AnswerRow.of(row.result(), false, true))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(AnswerRow.class)));
        met.add(AnswerRow.of(new Result.Answered(ANSWER, CHECKS, info(false)), false, true));
        met.add(AnswerRow.of(new Result.CompletedUnrecorded(ANSWER, CHECKS, info(false)), false, true));

        met.add(AnswerRow.of(late(), false, false));

        assertThat(met).isEqualTo(EnumSet.allOf(AnswerRow.class));
    }

    @Test
    void everyLimit_hasAnAnswer() {
        assertThat(Arrays.stream(EndReason.values()).map(limit -> ApiAnswer.of(gaveUp(limit, 0), false, true)))
                .allSatisfy(answer -> assertThat(answer.status()).isBetween(400, 504));
    }

    @Test
    @DisplayName("Design 12: a wait of 60 s or more is never repeated by itself")
    void longWait_notRepeated() {
        ApiAnswer answer = ApiAnswer.of(new Result.NotAdmitted("full", Duration.ofSeconds(60)), false, true);

        assertThat(answer.headers()).containsEntry("retry-after", "60").containsEntry("x-should-retry", "false");
    }

    @Test
    @DisplayName("Design 4: a library's own retry gets the last error again, not a word about repeating")
    void sdkRetry_ofDeadLetter_getsLastError() {
        ApiAnswer answer = ApiAnswer.of(replayedGaveUp(EndReason.ATTEMPTS), true, true);

        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.headers()).containsEntry("x-should-retry", "false").containsEntry("retry-after", "7");
    }

    @Test
    @DisplayName("Design 12: a rejection is the provider's own status and body")
    void rejection_providersOwn() {
        ApiAnswer answer = ApiAnswer.of(rejected(404, "{\"error\":{\"odd\":1}}"), false, true);

        assertThat(answer.body()).isEqualTo(bytes("{\"error\":{\"odd\":1}}"));
        assertThat(answer.contentType()).isEqualTo("application/json");
        assertThat(ApiAnswer.of(rejected(404, "<html>"), false, true).contentType())
                .isEqualTo("text/plain");
        assertThat(ApiAnswer.of(rejected(404, ""), false, true).body().unsafeArray())
                .asString()
                .contains("model_not_found");
    }

    @Test
    @DisplayName("Design 12: only under a key is a late answer worth coming back for; else it would be paid twice")
    void late_withoutAKey_isNotRepeated() {
        assertThat(ApiAnswer.of(late(), false, false).headers())
                .containsEntry("x-should-retry", "false")
                .doesNotContainKey("retry-after");
        assertThat(ApiAnswer.of(late(), false, true).headers()).containsEntry("x-should-retry", "true");
    }

    @Test
    @DisplayName("Design 8: a stream that was held back says as well that its answer is not recorded")
    void comment_saysThatTheAnswerIsNotRecorded() {
        ApiAnswer answer = ApiAnswer.of(new Result.CompletedUnrecorded(ANSWER, CHECKS, info(false)), false, true);

        assertThat(OperationHeaders.comment(answer.headers())).contains("state=completed_unrecorded");
    }

    @Test
    void headers_sayWhereItStands() {
        assertThat(ApiAnswer.of(unknown(false), false, true).headers())
                .containsEntry("x-penstock-operation-id", ref().operation().value())
                .containsEntry("x-penstock-state", "unknown_outcome")
                .containsEntry("x-penstock-attempts", "2")
                .containsEntry("x-penstock-replayed", "false")
                .containsEntry("x-penstock-queue-ms", "12")
                .containsEntry("x-penstock-cost", "unknown")
                .containsEntry("link", "</v1/operations/" + ref().operation().value() + ">; rel=\"related\"");
    }

    @Test
    @DisplayName("A model's name cannot end a header field's line")
    void headers_holdNoLineBreak() {
        OperationInfo odd = info("evil\r\nset-cookie: a=b\u00e9");

        assertThat(ApiAnswer.of(new Result.Answered(ANSWER, CHECKS, odd), false, true)
                        .headers())
                .containsEntry("x-penstock-model", "evil??set-cookie:?a=b?");
        assertThat(OperationHeaders.comment(ApiAnswer.of(new Result.Answered(ANSWER, CHECKS, odd), false, true)
                        .headers()))
                .doesNotContain("\r")
                .endsWith("\n\n");
    }

    private static Result rejected(int status, String body) {
        ErrorFacts error = new ErrorFacts(OptionalInt.empty(), "model_not_found", null, "no such model");
        return new Result.Rejected(status, error, bytes(body), info(false));
    }

    private static Result gaveUp(EndReason limit, int lastStatus) {
        return new Result.GaveUp(limit, "it gave up", lastStatus, null, null, null, info(false));
    }

    private static Result stopped(What what, int lastStatus) {
        return new Result.GaveUp(EndReason.STOPPED, "stopped", lastStatus, null, null, what, info(false));
    }

    private static Result replayedGaveUp(EndReason limit) {
        return new Result.GaveUp(limit, "it gave up", 503, null, Duration.ofMillis(6_001), null, info(true));
    }

    private static Result late() {
        return new Result.GaveUp(
                EndReason.DEADLINE, "late", 0, null, null, null, info(OperationState.SUCCEEDED, false, "a-model"));
    }

    private static Result unknown(boolean replayed) {
        return new Result.UnknownOutcome(EndReason.NO_ANSWER, "nobody knows", null, info(replayed));
    }

    private static Result store() {
        return new Result.StoreUnavailable(StoreException.Kind.FULL, "/a/secret/path is full", null);
    }

    private static OperationInfo info(boolean replayed) {
        return info(OperationState.UNKNOWN_OUTCOME, replayed, "a-model");
    }

    private static OperationInfo info(String model) {
        return info(OperationState.SUCCEEDED, false, model);
    }

    private static OperationInfo info(OperationState state, boolean replayed, String model) {
        return new OperationInfo(
                ref(), state, 2, 1, UsageSummary.UNKNOWN, List.of(), replayed, Duration.ofMillis(12), "a-route", model);
    }

    private static GenerationRef ref() {
        return new GenerationRef(Tenant.LOCAL, new OperationId("op_01jf4z2q8r3m5x7c9v1b2n4k6d"), 1);
    }

    private static Bytes bytes(String text) {
        return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
