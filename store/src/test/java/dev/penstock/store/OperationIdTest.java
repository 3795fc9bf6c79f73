package dev.penstock.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class OperationIdTest {

    @Test
    void create_sortsByTimeAndParsesBack() {
        SplittableRandom random = new SplittableRandom(7);
        OperationId early = OperationId.create(1_790_000_000_000L, random);
        OperationId late = OperationId.create(1_790_000_000_001L, random);

        assertThat(early.value()).isLessThan(late.value());
        assertThat(OperationId.parse(" " + early.value().toUpperCase(java.util.Locale.ROOT)))
                .isEqualTo(early);
    }
}
