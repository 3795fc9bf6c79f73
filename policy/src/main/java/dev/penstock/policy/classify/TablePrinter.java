package dev.penstock.policy.classify;

import dev.penstock.policy.attempt.OperationalClass;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.policy.attempt.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Prints rows as Markdown. Where the outcomes of a row differ in a column, it says which outcome has which value. */
final class TablePrinter {

    private static final String HEAD = """
            | # | what came back | verdict | C | state (reason) | resent from | limiter | breaker |
            |---|---|---|---|---|---|---|---|
            """;

    private TablePrinter() {}

    static String print(List<Row> rows) {
        return HEAD + rows.stream().map(TablePrinter::line).collect(Collectors.joining());
    }

    private static String line(Row row) {
        List<Classification> outcomes = row.outcomes();
        String state = column(outcomes, outcome -> outcome.disposition().toString());
        return Stream.of(
                        Integer.toString(row.number()),
                        row.cameBack(),
                        verdicts(outcomes),
                        column(outcomes, outcome -> letter(outcome.operationalClass())),
                        Stream.of(state, row.note())
                                .filter(text -> !text.isEmpty())
                                .collect(Collectors.joining("; ")),
                        column(outcomes, outcome -> resentFrom(outcome.verdict())),
                        column(outcomes, outcome -> limiter(outcome.capacity())),
                        column(outcomes, outcome -> outcome.breaker().sign()))
                .collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    private static String verdicts(List<Classification> outcomes) {
        Map<String, List<String>> details = outcomes.stream()
                .map(Classification::verdict)
                .collect(Collectors.groupingBy(
                        verdict -> verdict.getClass().getSimpleName(),
                        LinkedHashMap::new,
                        Collectors.mapping(TablePrinter::detail, Collectors.toList())));
        return details.entrySet().stream()
                .map(entry -> entry.getValue().equals(List.of(""))
                        ? entry.getKey()
                        : entry.getKey() + "(" + String.join(", ", entry.getValue()) + ")")
                .collect(Collectors.joining("; "));
    }

    private static String column(List<Classification> outcomes, Function<Classification, String> value) {
        Map<String, List<String>> details = outcomes.stream()
                .collect(Collectors.groupingBy(
                        value,
                        LinkedHashMap::new,
                        Collectors.mapping(outcome -> detail(outcome.verdict()), Collectors.toList())));
        if (details.size() <= 1) {
            return String.join("", details.keySet());
        }
        return details.entrySet().stream()
                .map(entry -> String.join(", ", entry.getValue()) + ": " + entry.getKey())
                .collect(Collectors.joining("; "));
    }

    private static String detail(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Invalid ignored -> "";
            case Verdict.Internal ignored -> "";
            case Verdict.Rejected ignored -> "";
            case Verdict.NotSent notSent -> lower(notSent.cause());
            case Verdict.Stop stop -> lower(stop.what());
            case Verdict.Transient rejection -> lower(rejection.why());
            case Verdict.Ambiguous ambiguous -> lower(ambiguous.why());
            case Verdict.Interrupted interrupted -> lower(interrupted.by());
            case Verdict.Unusable unusable -> lower(unusable.why());
            case Verdict.Completed completed -> lower(completed.how()) + (completed.late() ? " late" : "");
        };
    }

    private static String letter(OperationalClass operationalClass) {
        return switch (operationalClass) {
            case NOT_SENT -> "N";
            case TRANSIENT_RESPONSE -> "T";
            case UNKNOWN_OUTCOME -> "U";
            case TERMINAL -> "X";
        };
    }

    private static String resentFrom(Verdict verdict) {
        for (ReplaySetting setting : ReplaySetting.values()) {
            if (setting.allowsAfter(verdict)) {
                return setting.name();
            }
        }
        return "–";
    }

    private static String limiter(CapacityEffect effect) {
        return effect == CapacityEffect.NEUTRAL ? "0" : lower(effect);
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
