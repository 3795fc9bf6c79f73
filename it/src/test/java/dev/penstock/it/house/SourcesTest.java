package dev.penstock.it.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.support.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the sources look like: sizes of design 2, and what must not stand in them. */
class SourcesTest {

    private static final int LONGEST_FILE = 400;
    private static final int MEDIAN = 80;

    @Test
    void files_areSmall() {
        List<Long> lines = Repository.sources("src/main/java")
                .map(SourcesTest::lines)
                .sorted()
                .toList();

        assertThat(Repository.sources("src/main/java").filter(file -> lines(file) > LONGEST_FILE))
                .as("files over %d lines", LONGEST_FILE)
                .isEmpty();
        assertThat(lines.get(lines.size() / 2)).as("median").isLessThanOrEqualTo(MEDIAN);
    }

    @Test
    void tests_neverSwitchThemselvesOff() {
        assertThat(Repository.sources("src/test/java")
                        .filter(file -> !file.endsWith("SourcesTest.java"))
                        .filter(file -> text(file).contains("@Disabled")))
                .isEmpty();
    }

    private static long lines(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
