package dev.penstock.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.client.CallSettings;
import dev.penstock.client.OnDeadline;
import dev.penstock.client.RepeatedBy;
import dev.penstock.client.TraceParent;
import dev.penstock.policy.admission.Priority;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.Tenant;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Design 12: header fields of a request, strictly, within what the tenant may")
class CallHeadersTest {

    private static final TenantGrant GRANT = TenantGrant.of(new Tenant("acme"));

    @Test
    void nothingSaid_defaults() {
        CallTerms terms = understood(Map.of(), GRANT);

        assertThat(terms.key()).isNull();
        assertThat(terms.bySdk()).isFalse();
        assertThat(terms.buffered()).isFalse();
        assertThat(terms.settings().tenant()).isEqualTo(GRANT.tenant());
        assertThat(terms.settings().deadline()).isEqualTo(Duration.ofMinutes(2));
        assertThat(terms.settings().replay()).isEqualTo(ReplaySetting.AFTER_REJECTION);
    }

    @Test
    void everythingSaid_taken() {
        CallTerms terms = understood(
                Map.of(
                        "idempotency-key", "k-1",
                        "x-penstock-deadline-ms", "1500",
                        "x-penstock-priority", "background",
                        "x-penstock-replay", "after_interruption",
                        "x-penstock-delivery", "buffered",
                        "x-penstock-payload-version", "v2",
                        "x-stainless-retry-count", "1"),
                GRANT);

        assertThat(terms.key()).isEqualTo(new IdempotencyKey("k-1"));
        assertThat(terms.buffered()).isTrue();
        assertThat(terms.bySdk()).isTrue();
        CallSettings settings = terms.settings();
        assertThat(settings.deadline()).isEqualTo(Duration.ofMillis(1_500));
        assertThat(settings.caller().repeatedBy()).isEqualTo(RepeatedBy.SDK);
        assertThat(settings.priority()).isEqualTo(Priority.BACKGROUND);
        assertThat(settings.replay()).isEqualTo(ReplaySetting.AFTER_INTERRUPTION);
        assertThat(settings.payloadVersion()).isEqualTo("v2");
    }

    @Test
    @DisplayName("R-DEADLINE-7 with continue the header is this caller's own deadline alone")
    void onDeadline_continues() {
        CallTerms terms = understood(
                Map.of("idempotency-key", "k", "x-penstock-deadline-ms", "100", "x-penstock-on-deadline", "continue"),
                GRANT);

        assertThat(terms.settings().caller().answerDeadline()).isEqualTo(Duration.ofMillis(100));
        assertThat(terms.settings().caller().onDeadline()).isEqualTo(OnDeadline.CONTINUE);
        assertThat(terms.settings().deadline()).isGreaterThan(Duration.ofSeconds(100));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {"k-1|k-1", "\"k-1\"|k-1", "\"a b\"|a b", "\"a\\\"b\\\\c\"|a\"b\\c", "a,b|a,b", "a\"b|a\"b"})
    void key_quotedOrBare(String sent, String key) {
        assertThat(understood(Map.of("idempotency-key", sent), GRANT).key()).isEqualTo(new IdempotencyKey(key));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\"\"",
                "\"",
                "\"abc",
                "\"a\"b\"",
                "\"a\";p=1",
                "\"a\\x\"",
                "\"a\\\"",
                "a b",
                "\u00e9",
                "a\u0001"
            })
    void key_malformed_refusedWithoutItsContent(String sent) {
        ApiError error = refused(Map.of("idempotency-key", sent), GRANT);

        assertThat(error.status()).isEqualTo(400);
        assertThat(error.code()).isEqualTo("invalid_request");
        assertThat(error.param()).isEqualTo("idempotency-key");
        assertThat(error.message()).startsWith("idempotency-key must be");
    }

    @Test
    void key_length_bounded() {
        assertThat(understood(Map.of("idempotency-key", "k".repeat(255)), GRANT).key())
                .isNotNull();
        assertThat(refused(Map.of("idempotency-key", "secret".repeat(43)), GRANT)
                        .message())
                .doesNotContain("secret");
    }

    @Test
    void fields_givenTwice_refused() {
        CallTerms.Reading reading = CallHeaders.read(
                name -> name.equals("idempotency-key") ? List.of("a", "b") : List.of(),
                CallDefaults.of(CallSettings.attached()),
                GRANT);

        assertThat(reading)
                .isInstanceOfSatisfying(
                        CallTerms.Refused.class,
                        refused -> assertThat(refused.error().message()).endsWith("must be given once"));
    }

    @ParameterizedTest
    @CsvSource({
        "x-penstock-deadline-ms, 0",
        "x-penstock-deadline-ms, -5",
        "x-penstock-deadline-ms, 1.5",
        "x-penstock-deadline-ms, 99999999999999999999",
        "x-penstock-deadline-ms, ' 5'",
        "x-penstock-deadline-ms, 3600001",
        "x-penstock-priority, urgent",
        "x-penstock-replay, sometimes",
        "x-penstock-replay, after_anything",
        "x-penstock-delivery, pigeon",
        "x-penstock-on-deadline, continue",
        "x-penstock-on-deadline, never",
        "x-penstock-payload-version, ''",
        "x-stainless-retry-count, many"
    })
    void value_notAllowed_namesTheHeader(String name, String value) {
        ApiError error = refused(Map.of(name, value), GRANT);

        assertThat(error.status()).isEqualTo(400);
        assertThat(error.param()).isEqualTo(name);
        assertThat(error.message()).startsWith(name);
    }

    @Test
    @DisplayName(
            "R-TENANT-1 what is not asked for is lowered to the tenant's ceilings, and what is asked for is refused")
    void ceilings() {
        TenantGrant low = new TenantGrant(
                new Tenant("low"), Priority.BACKGROUND, EnumSet.of(ReplaySetting.NEVER), Duration.ofSeconds(5));

        CallSettings settings = understood(Map.of(), low).settings();
        assertThat(settings.deadline()).isEqualTo(Duration.ofSeconds(5));
        assertThat(settings.priority()).isEqualTo(Priority.BACKGROUND);
        assertThat(settings.replay()).isEqualTo(ReplaySetting.NEVER);
        assertThat(refused(Map.of("x-penstock-priority", "interactive"), low).param())
                .isEqualTo("x-penstock-priority");
    }

    @Test
    @DisplayName("W3C Trace Context: taken where it is switched on, ignored where it is not valid or given twice")
    void traceparent_takenWhereEnabled() {
        String valid = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

        assertThat(traceParent(true, valid)).isEqualTo(TraceParent.parse(valid).orElseThrow());
        assertThat(traceParent(false, valid)).isNull();
        assertThat(traceParent(true, "00-xyz")).isNull();
        assertThat(traceParent(true, valid, valid)).isNull();
        assertThat(traceParent(true)).isNull();
    }

    private static @Nullable TraceParent traceParent(boolean enabled, String... values) {
        CallTerms.Reading reading = CallHeaders.read(
                name -> name.equals("traceparent") ? List.of(values) : List.of(),
                new CallDefaults(CallSettings.attached(), false, enabled),
                GRANT);
        return ((CallTerms.Understood) reading).terms().settings().caller().traceParent();
    }

    private static CallTerms understood(Map<String, String> headers, TenantGrant grant) {
        return ((CallTerms.Understood) read(headers, grant)).terms();
    }

    private static ApiError refused(Map<String, String> headers, TenantGrant grant) {
        return ((CallTerms.Refused) read(headers, grant)).error();
    }

    private static CallTerms.Reading read(Map<String, String> headers, TenantGrant grant) {
        return CallHeaders.read(
                name -> headers.containsKey(name.toLowerCase(Locale.ROOT)) ? List.of(headers.get(name)) : List.of(),
                CallDefaults.of(CallSettings.attached()),
                grant);
    }
}
