package dev.penstock.gateway.api;

import dev.penstock.client.OperationInfo;
import dev.penstock.store.GenerationRef;
import dev.penstock.store.UsageSummary;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Where an operation stands, in header fields or in a stream's last comment (design 12). */
public final class OperationHeaders {

    private static final String PREFIX = "x-penstock-";
    private static final int LONGEST = 255;

    private OperationHeaders() {}

    /**
     * What is known when a live stream begins.
     *
     * @param operation where the operation stands
     * @return header fields
     */
    public static Map<String, String> atBegin(OperationInfo operation) {
        Map<String, String> headers = new LinkedHashMap<>();
        address(headers, operation);
        attempts(headers, operation);
        return headers;
    }

    /**
     * What only the end of a stream knows.
     *
     * @param headers an answer's header fields
     * @return a comment: {@code : penstock state=… attempts=… cost=…}
     */
    public static String comment(Map<String, String> headers) {
        return headers.entrySet().stream()
                .filter(field -> field.getKey().startsWith(PREFIX))
                .map(field -> field.getKey().substring(PREFIX.length()) + "=" + field.getValue())
                .collect(Collectors.joining(" ", ": penstock ", "\n\n"));
    }

    static void put(Map<String, String> headers, OperationInfo operation, AnswerRow row) {
        address(headers, operation);
        GenerationRef ref = operation.ref();
        if (ref != null && row != AnswerRow.ANSWERED) {
            headers.put("link", "</v1/operations/" + ref.operation().value() + ">; rel=\"related\"");
        }
        headers.put(PREFIX + "state", state(operation, row));
        attempts(headers, operation);
        headers.put(PREFIX + "cost", cost(operation.usage()));
    }

    private static void address(Map<String, String> headers, OperationInfo operation) {
        GenerationRef ref = operation.ref();
        if (ref != null) {
            headers.put(PREFIX + "operation-id", ref.operation().value());
        }
    }

    private static void attempts(Map<String, String> headers, OperationInfo operation) {
        headers.put(PREFIX + "attempts", Integer.toString(operation.attempts()));
        headers.put(PREFIX + "replayed", Boolean.toString(operation.replayed()));
        headers.put(PREFIX + "queue-ms", Long.toString(operation.queued().toMillis()));
        if (!operation.route().isEmpty()) {
            headers.put(PREFIX + "route", visible(operation.route()));
        }
        if (!operation.model().isEmpty()) {
            headers.put(PREFIX + "model", visible(operation.model()));
        }
    }

    /** A caller's or a provider's word as it may stand in a header field: nothing in it ends the line. */
    private static String visible(String word) {
        int length = Math.min(word.length(), LONGEST);
        StringBuilder safe = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            char c = word.charAt(i);
            safe.append(c > ' ' && c <= '~' ? c : '?');
        }
        return safe.toString();
    }

    private static String state(OperationInfo operation, AnswerRow row) {
        return row == AnswerRow.UNRECORDED
                ? "completed_unrecorded"
                : operation.state().wireName();
    }

    private static String cost(UsageSummary usage) {
        BigDecimal cost = usage.cost();
        if (cost == null) {
            return "unknown";
        }
        return cost.toPlainString() + (usage.currency() == null ? "" : " " + usage.currency());
    }
}
