package dev.penstock.provider.profile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.provider.config.ConfigurationException;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.time.LocalDate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("R-PROFILE-1 provider facts are configuration with source and review date")
class ProviderProfileTest {

    private static ProviderProfile read(String yaml) {
        return ProviderProfile.read(new ByteArrayInputStream(yaml.getBytes(UTF_8)), "own.yaml");
    }

    @ParameterizedTest
    @ValueSource(strings = {"deepseek", "openai-compatible", "simulator"})
    void bundled_everyFactHasASource(String name) {
        ProviderProfile profile = ProviderProfile.bundled(name);
        assertThat(profile.name()).isEqualTo(name);
        assertThat(profile.facts())
                .extracting(ProviderFact::name)
                .contains("endpoint", "waiting", "abort", "limits", "hints", "messages", "finishes", "codes");
        assertThat(profile.absent()).isNotEmpty();
    }

    @Test
    void deepseek_documentedFacts() {
        ProviderProfile profile = ProviderProfile.bundled("deepseek");
        assertThat(profile.model("deepseek-flash").orElseThrow().concurrency()).hasValue(2_500);
        assertThat(profile.model("deepseek-v4-pro").orElseThrow().concurrency()).hasValue(500);
        assertThat(profile.canonicalModel("deepseek-flash")).isEqualTo("deepseek-v4-flash");
        assertThat(profile.model("deepseek-v4-flash-lite")).isEmpty();
        assertThat(profile.habits().documentedWait()).contains(Duration.ofMinutes(10));
        assertThat(profile.habits().abortHold()).isEqualTo(Duration.ofSeconds(30));
        assertThat(profile.endpoint().chat()).hasToString("https://api.deepseek.com/chat/completions");
    }

    @Test
    void staleFacts_olderThanNinetyDays() {
        ProviderProfile profile = ProviderProfile.bundled("deepseek");
        LocalDate reviewed = LocalDate.of(2026, 7, 25);
        assertThat(profile.staleFacts(reviewed.plusDays(90))).isEmpty();
        assertThat(profile.staleFacts(reviewed.plusDays(91)))
                .extracting(ProviderFact::name)
                .contains("an Idempotency-Key request header")
                .doesNotContain("endpoint");
    }

    @Test
    void unknownKey_isRefusedWithItsLine() {
        assertThatThrownBy(() -> read("provider: x\nbase: deepseek\nabort:\n  holdd: PT1S\n"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("own.yaml, line 4: unknown key 'holdd'");
    }

    @Test
    void extending_replacesOnlyTheSectionsGiven() {
        ProviderProfile profile = read("""
                provider: mine
                base: deepseek
                sources:
                  me: {title: Me, reviewed: 2026-11-01}
                abort: {hold: PT5S, source: me}
                """);
        assertThat(profile.name()).isEqualTo("mine");
        assertThat(profile.habits().abortHold()).isEqualTo(Duration.ofSeconds(5));
        assertThat(profile.models())
                .isEqualTo(ProviderProfile.bundled("deepseek").models());
    }
}
