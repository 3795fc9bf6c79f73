package dev.penstock.provider.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("R-PRIVACY-1 what is kept of a stranger's text")
class RedactionTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sk-proj-abc123DEF456",
                "sk-abc***************xyz",
                "Bearer eyJhbGciOi.abc.def",
                "bearer   abcdef",
                "api_key=abcdef123",
                "\"api-key\": \"abcdef123\"",
                "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx.c2ln"
            })
    void anythingLikeAKey_isRedacted(String secret) {
        assertThat(Redaction.of("before " + secret + " after"))
                .contains("[redacted]")
                .doesNotContain("abc", "eyJ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a task-based limit", "risk-assessment failed", "tokens: 5 < 6 and 7 > 3", "key word"})
    void ordinaryText_isKept(String text) {
        assertThat(Redaction.of(text)).isEqualTo(text);
    }

    @Test
    void cut_neverSplitsACharacter() {
        String cut = Redaction.of("🌍".repeat(400));
        assertThat(cut.length()).isLessThanOrEqualTo(Redaction.MAX_LENGTH);
        assertThat(cut).endsWith("🌍…");
    }

    @Test
    void hugeHostileText_isHandled() {
        assertThat(Redaction.of("<".repeat(1_000_000))).hasSizeLessThanOrEqualTo(Redaction.MAX_LENGTH);
        assertThat(Redaction.of("<script>".repeat(100_000))).isEmpty();
        assertThat(Redaction.of("<!--".repeat(100_000))).hasSizeLessThanOrEqualTo(Redaction.MAX_LENGTH);
    }
}
