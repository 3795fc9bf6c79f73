package dev.penstock.simulator.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SpanTest {

    @Test
    void range_isDrawnFromBothEndsIncluded() {
        Span span = new Span(1, 3);
        SplittableRandom chance = new SplittableRandom(1);

        assertThat(chance.longs(100)
                        .map(ignored -> span.draw(chance))
                        .distinct()
                        .sorted()
                        .toArray())
                .containsExactly(1, 2, 3);
    }

    @Test
    void fixedLength_drawsNothing() {
        assertThat(Span.of(Duration.ofMillis(2)).draw(new SplittableRandom(1))).isEqualTo(2_000);
        assertThat(Span.FOREVER.draw(new SplittableRandom(1))).isEqualTo(Long.MAX_VALUE);
        assertThat(Span.FOREVER.isForever()).isTrue();
        assertThat(Span.ZERO.isZero()).isTrue();
    }

    @Test
    void texts_areReadWithTheirUnits() {
        assertThat(Span.parse("7us")).isEqualTo(new Span(7, 7));
        assertThat(Span.parse("2ms..1s")).isEqualTo(new Span(2_000, 1_000_000));
        assertThat(Span.parse("3m")).isEqualTo(Span.of(Duration.ofMinutes(3)));
        assertThat(Span.parse("1h")).isEqualTo(Span.of(Duration.ofHours(1)));
        assertThatThrownBy(() -> Span.parse("9999999h")).hasMessageContaining("longer than a year");
    }
}
