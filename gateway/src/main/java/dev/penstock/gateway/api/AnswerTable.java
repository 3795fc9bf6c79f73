package dev.penstock.gateway.api;

import java.util.EnumSet;
import java.util.Set;

/** Prints the tables of answers as they run. */
public final class AnswerTable {

    private static final Set<AnswerRow> REPEATS = EnumSet.of(
            AnswerRow.ANSWERED,
            AnswerRow.IN_PROGRESS,
            AnswerRow.OTHER_PAYLOAD,
            AnswerRow.UNVERIFIABLE,
            AnswerRow.UNKNOWN,
            AnswerRow.REDIRECTED,
            AnswerRow.REJECTED,
            AnswerRow.ENDED_BEFORE,
            AnswerRow.CANCELLED,
            AnswerRow.EXPIRED);

    private AnswerTable() {}

    /**
     * The tables as they stand in the documentation.
     *
     * @return two Markdown tables, ending with a line break
     */
    public static String toMarkdown() {
        StringBuilder page =
                new StringBuilder("| the key is | status | code | repeat by itself |\n|---|---|---|---|\n");
        REPEATS.forEach(row -> line(page, row));
        page.append("\n| first answer | status | code | repeat by itself |\n|---|---|---|---|\n");
        EnumSet.complementOf(EnumSet.of(AnswerRow.ENDED_BEFORE, AnswerRow.EXPIRED))
                .forEach(row -> line(page, row));
        return page.toString();
    }

    private static void line(StringBuilder page, AnswerRow row) {
        page.append("| ").append(row.when()).append(" | ");
        page.append(row.status() == 0 ? "the provider's" : row.status()).append(" | ");
        page.append(code(row)).append(" | ");
        page.append(row.again().inWords()).append(" |\n");
    }

    private static String code(AnswerRow row) {
        return switch (row) {
            case ANSWERED -> "–";
            case UNRECORDED -> "– (in a stream `" + row.code() + "`)";
            case REJECTED -> "the provider's body";
            case ENDED_BEFORE -> "that of the first answer";
            default -> "`" + row.code() + "`";
        };
    }
}
