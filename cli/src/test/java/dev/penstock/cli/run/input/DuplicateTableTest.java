package dev.penstock.cli.run.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DuplicateTableTest {

    private final DuplicateTable table = new DuplicateTable();

    @Test
    void newId_hasNoEarlierLine() {
        assertThat(table.firstLine("a", 1)).isZero();
        assertThat(table.contains("a")).isTrue();
        assertThat(table.contains("b")).isFalse();
    }

    @Test
    void repeatedId_namesTheFirstLine() {
        table.firstLine("a", 3);
        table.firstLine("b", 4);
        assertThat(table.firstLine("a", 9)).isEqualTo(3);
        assertThat(table.firstLine("a", 11)).isEqualTo(3);
        assertThat(table.size()).isEqualTo(2);
    }

    @Test
    void manyIds_agreeWithAMap() {
        long seed = new SplittableRandom().nextLong();
        SplittableRandom random = new SplittableRandom(seed);
        Map<String, Integer> map = new HashMap<>();
        for (int line = 1; line <= 50_000; line++) {
            String id = "id-" + random.nextInt(40_000);
            Integer earlier = map.putIfAbsent(id, line);
            assertThat(table.firstLine(id, line))
                    .as("seed %d, line %d", seed, line)
                    .isEqualTo(earlier == null ? 0 : earlier);
        }
        assertThat(table.size()).isEqualTo(map.size());
    }

    @Test
    void lineZero_isRefused() {
        assertThatThrownBy(() -> table.firstLine("a", 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
