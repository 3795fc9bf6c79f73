package dev.penstock.it.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.support.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Keeps {@code docs/requirements.csv} true: nothing is marked done that no test names. */
class RequirementsTest {

    private static final Pattern ID = Pattern.compile("R-[A-Z]+-\\d+");

    private record Row(String id, String where, boolean done) {}

    @Test
    void everyRequirementMarkedDone_isNamedByATest() {
        Set<String> named = Stream.concat(
                        Repository.sources("src/test/java"),
                        Repository.sources("src/main/java")
                                .filter(file -> file.toString().contains("store-tck")))
                .filter(file -> !file.endsWith("RequirementsTest.java"))
                .flatMap(RequirementsTest::ids)
                .collect(Collectors.toSet());

        assertThat(rows().stream().filter(Row::done).map(Row::id))
                .as("marked done in docs/requirements.csv")
                .isSubsetOf(named);
    }

    @Test
    void ids_areUnique() {
        assertThat(rows().stream().map(Row::id)).doesNotHaveDuplicates().isNotEmpty();
    }

    private static List<Row> rows() {
        Path file = Repository.root().resolve("docs/requirements.csv");
        try (Stream<String> lines = Files.lines(file)) {
            return lines.skip(1)
                    .filter(line -> !line.isBlank())
                    .map(line -> line.split(",", 3))
                    .map(cells -> new Row(cells[0], cells[1], cells[2].strip().equals("yes")))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<String> ids(Path file) {
        try {
            return ID.matcher(Files.readString(file)).results().map(result -> result.group());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
