package dev.penstock.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.penstock.client.CallSettings;
import dev.penstock.client.Variant;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.Tenant;
import dev.penstock.testkit.FixedRandom;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("R-PROOF-6 a policy change on a share of the calls")
class CanaryTest {

    private static final Tenant TENANT = new Tenant("acme");
    private static final CallDefaults BASELINE = CallDefaults.of(CallSettings.attached());
    private static final CallDefaults TRIAL = new CallDefaults(
            CallSettings.attached()
                    .withMaxAttempts(1)
                    .withReplay(ReplaySetting.AFTER_ANYTHING)
                    .withDeadline(Duration.ofMinutes(30)),
            true,
            false);

    @Test
    @DisplayName("a key falls into the half that it falls into everywhere, and each tenant's for itself")
    void choose_key_isTheSameEverywhere() {
        List<String> halves = IntStream.range(0, 12)
                .mapToObj(i ->
                        variant(canary(50, new FixedRandom(0)), TENANT, "order-" + i) == Variant.CANARY ? "c" : "b")
                .toList();

        // Fixed for ever: another order would move repeats of keys that are in use.
        assertThat(String.join("", halves)).isEqualTo("cbcccbbccbbb");
        assertThat(IntStream.range(0, 12)
                        .filter(i -> variant(canary(50, new FixedRandom(0)), new Tenant("other"), "order-" + i)
                                != variant(canary(50, new FixedRandom(0)), TENANT, "order-" + i)))
                .isNotEmpty();
    }

    @Test
    @DisplayName("keys are spread as the share says, and a larger share takes none out")
    void choose_keys_areSpread() {
        Canary tenth = canary(10, new FixedRandom(0));
        Canary third = canary(33.3, new FixedRandom(0));
        int inTenth = 0;
        int inThird = 0;
        for (int i = 0; i < 10_000; i++) {
            boolean small = variant(tenth, TENANT, "key " + i) == Variant.CANARY;
            boolean large = variant(third, TENANT, "key " + i) == Variant.CANARY;
            assertThat(large || !small).isTrue();
            inTenth += small ? 1 : 0;
            inThird += large ? 1 : 0;
        }

        assertThat(inTenth).isBetween(900, 1_100);
        assertThat(inThird).isBetween(3_180, 3_480);
    }

    @Test
    void choose_withoutAKey_isChance() {
        assertThat(variant(canary(0.5, new FixedRandom(0.0049)), TENANT, null)).isEqualTo(Variant.CANARY);
        assertThat(variant(canary(0.5, new FixedRandom(0.0051)), TENANT, null)).isEqualTo(Variant.BASELINE);
    }

    @Test
    void choose_edges_areNobodyAndEverybody() {
        RandomGenerator highest = new FixedRandom(Math.nextDown(1.0));
        for (int i = 0; i < 1_000; i++) {
            assertThat(variant(canary(0, new FixedRandom(0)), TENANT, "key " + i))
                    .isEqualTo(Variant.BASELINE);
            assertThat(variant(canary(100, highest), TENANT, "key " + i)).isEqualTo(Variant.CANARY);
        }
        assertThat(variant(canary(0, new FixedRandom(0)), TENANT, null)).isEqualTo(Variant.BASELINE);
        assertThat(variant(canary(100, highest), TENANT, null)).isEqualTo(Variant.CANARY);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 100.1, Double.NaN})
    void percent_outOfRange_isRefused(double percent) {
        assertThatIllegalArgumentException().isThrownBy(() -> canary(percent, new FixedRandom(0)));
    }

    @Test
    @DisplayName("the caller's own header fields win over the canary, one by one")
    void headers_win() {
        CallTerms terms = read(
                Map.of("x-penstock-replay", "never", "x-penstock-delivery", "live"),
                new TenantGrant(
                        TENANT,
                        CallSettings.attached().priority(),
                        EnumSet.allOf(ReplaySetting.class),
                        Duration.ofHours(1)));

        assertThat(terms.settings().replay()).isEqualTo(ReplaySetting.NEVER);
        assertThat(terms.buffered()).isFalse();
        assertThat(terms.settings().maxAttempts()).isEqualTo(1);
        assertThat(terms.settings().caller().variant()).isEqualTo(Variant.CANARY);
    }

    @Test
    @DisplayName("R-TENANT-1 a canary that asks for more than a tenant may have gets the most that it may have")
    void ceilings_win() {
        CallTerms terms = read(
                Map.of(),
                new TenantGrant(
                        TENANT,
                        CallSettings.attached().priority(),
                        EnumSet.range(ReplaySetting.NEVER, ReplaySetting.AFTER_INTERRUPTION),
                        Duration.ofSeconds(7)));

        assertThat(terms.settings().replay()).isEqualTo(ReplaySetting.AFTER_INTERRUPTION);
        assertThat(terms.settings().deadline()).isEqualTo(Duration.ofSeconds(7));
    }

    private static CallTerms read(Map<String, String> headers, TenantGrant grant) {
        CallTerms.Reading reading = CallHeaders.read(
                name -> headers.containsKey(name) ? List.of(headers.get(name)) : List.of(),
                canary(100, new FixedRandom(0)),
                grant);
        return ((CallTerms.Understood) reading).terms();
    }

    private static Canary canary(double percent, RandomGenerator random) {
        return new Canary(BASELINE, TRIAL, percent, random);
    }

    private static Variant variant(Canary canary, Tenant tenant, @Nullable String key) {
        return canary.choose(tenant, key == null ? null : new IdempotencyKey(key))
                .settings()
                .caller()
                .variant();
    }
}
