package dev.penstock.policy.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-ADMIT-6 the adaptive limit")
class LimitTest {

    private static final int ALL = Integer.MAX_VALUE;

    @Test
    void congested_oncePerGeneration() {
        Limit limit = Limit.adaptive(100);

        limit = limit.congested(5, 40, ALL);
        assertThat(limit.permits()).isEqualTo(70);
        limit = limit.congested(39, 41, ALL);
        assertThat(limit.permits()).as("in flight when it was lowered").isEqualTo(70);
        limit = limit.congested(40, 50, ALL);
        assertThat(limit.permits()).as("granted under the lowered limit").isEqualTo(49);
    }

    @Test
    void congested_neverBelowOne() {
        Limit limit = Limit.adaptive(2);
        for (int i = 0; i < 10; i++) {
            limit = limit.congested(i, i + 1, ALL);
        }
        assertThat(limit.permits()).isEqualTo(1);
    }

    @Test
    void congested_startsFromWhatCouldBeUsed() {
        assertThat(Limit.adaptive(500).congested(0, 1, 10).permits()).isEqualTo(7);
        assertThat(Limit.adaptive(500).congested(0, 1, 0).permits()).isEqualTo(1);
    }

    @Test
    void served_oneMoreForAsManyAsTheLimit_upToTheCeiling() {
        Limit limit = Limit.adaptive(12).congested(0, 1, ALL);
        assertThat(limit.permits()).isEqualTo(8);
        for (int i = 0; i < 7; i++) {
            limit = limit.served();
            assertThat(limit.permits()).isEqualTo(8);
        }
        limit = limit.served();
        assertThat(limit.permits()).isEqualTo(9);
        for (int i = 0; i < 1_000; i++) {
            limit = limit.served();
        }
        assertThat(limit.permits()).isEqualTo(12);
    }

    @Test
    void served_atTheCeiling_changesNothing() {
        Limit limit = Limit.adaptive(3);
        assertThat(limit.served()).isSameAs(limit);
    }

    @Test
    @DisplayName("R-ADMIT-6 what was learned stands under another ceiling, unless that is lower")
    void withCeiling_keepsWhatWasLearned() {
        Limit lowered = Limit.adaptive(10).congested(1, 5, 10);

        assertThat(Limit.adaptive(10).withCeiling(20)).isEqualTo(Limit.adaptive(20));
        assertThat(Limit.adaptive(10).withCeiling(4)).isEqualTo(Limit.adaptive(4));
        assertThat(lowered.permits()).isEqualTo(7);
        assertThat(lowered.withCeiling(20).permits()).isEqualTo(7);
        assertThat(lowered.withCeiling(20).ceiling()).isEqualTo(20);
        assertThat(lowered.withCeiling(3).permits()).isEqualTo(3);
        assertThat(new Limit.Fixed(3).withCeiling(5)).isEqualTo(new Limit.Fixed(5));
    }

    @Test
    void fixed_learnsNothing() {
        Limit limit = new Limit.Fixed(5);
        assertThat(limit.congested(0, 1, ALL).served()).isSameAs(limit);
        assertThatThrownBy(() -> new Limit.Fixed(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Limit.adaptive(0)).isInstanceOf(IllegalArgumentException.class);
    }
}
