package dev.penstock.it.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.support.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Keeps {@code docs/requirements.csv} true: what is done is named by a test, and by those that it says. */
class RequirementsTest {

    private static final Pattern ID = Pattern.compile("R-[A-Z]+-\\d+");

    private record Row(String id, String where, boolean done) {

        List<String> places() {
            return where.isBlank() ? List.of() : List.of(where.strip().split("\\s+"));
        }
    }

    @Test
    void everyRequirementMarkedDone_isNamedByATest() {
        assertThat(rows().stream().filter(Row::done).map(Row::id))
                .as("marked done in docs/requirements.csv")
                .isSubsetOf(proofs().flatMap(RequirementsTest::ids).collect(Collectors.toSet()));
    }

    @Test
    void everyIdThatATestNames_isARequirement() {
        assertThat(proofs().flatMap(RequirementsTest::ids).distinct())
                .isSubsetOf(rows().stream().map(Row::id).toList());
    }

    @Test
    void everyPlaceThatIsGiven_namesItsRequirement() {
        Map<String, Set<String>> named = proofs().collect(Collectors.toMap(
                file -> file.getFileName().toString().replace(".java", ""),
                file -> ids(file).collect(Collectors.toSet()),
                RequirementsTest::both));

        assertThat(rows())
                .allSatisfy(row -> assertThat(row.places())
                        .allSatisfy(place -> assertThat(named.getOrDefault(place, Set.of()))
                                .as("what %s names", place)
                                .contains(row.id())));
    }

    @Test
    void ids_areUnique() {
        assertThat(rows().stream().map(Row::id)).doesNotHaveDuplicates().isNotEmpty();
    }

    private static Stream<Path> proofs() {
        return Stream.concat(
                        Repository.sources("src/test/java"),
                        Repository.sources("src/main/java")
                                .filter(file -> file.toString().contains("store-tck")))
                .filter(file -> !file.endsWith("RequirementsTest.java"));
    }

    private static Set<String> both(Set<String> some, Set<String> others) {
        return Stream.concat(some.stream(), others.stream()).collect(Collectors.toSet());
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
