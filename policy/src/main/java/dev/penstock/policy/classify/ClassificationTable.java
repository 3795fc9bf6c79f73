package dev.penstock.policy.classify;

import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.CodeRules;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The one table of decisions: what came back, and what follows (design 4, R-CLASS-9). What {@link Classifier} runs is
 * what {@link #toMarkdown()} prints. The first row that applies decides.
 */
public final class ClassificationTable {

    private static final List<Row> ROWS = Stream.of(
                    LocalRows.rows(), StatusRows.rows(), CutRows.rows(), AnswerRows.rows())
            .flatMap(List::stream)
            .toList();

    private static final Map<Shape, List<Row>> BY_SHAPE = new EnumMap<>(Arrays.stream(Shape.values())
            .collect(Collectors.toMap(
                    Function.identity(),
                    shape -> ROWS.stream().filter(row -> row.isAbout(shape)).toList())));

    private ClassificationTable() {}

    /**
     * The rows in the order in which they are tried.
     *
     * @return 26 rows, number n at index n − 1
     */
    public static List<Row> rows() {
        return ROWS;
    }

    /**
     * The table as it stands in the documentation.
     *
     * @return a Markdown table, one line per row, ending with a line break
     */
    public static String toMarkdown() {
        return TablePrinter.print(ROWS);
    }

    static Row firstMatch(Shape shape, AttemptFacts facts, CodeRules rules) {
        List<Row> candidates = BY_SHAPE.getOrDefault(shape, List.of());
        for (int i = 0; i < candidates.size(); i++) {
            if (candidates.get(i).condition().test(facts, rules)) {
                return candidates.get(i);
            }
        }
        throw new IllegalStateException("no row for " + shape);
    }
}
