package dev.penstock.store;

import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Everything that happened to one generation, for {@code ops show} and for people at 3 a.m.
 *
 * @param record the generation
 * @param attempts its attempts, oldest first
 * @param deliveries its deliveries, oldest first
 * @param evidence late reports about its attempts, oldest first
 * @param decisions what people and callers decided, oldest first
 */
public record OperationHistory(
        OperationRecord record,
        List<Attempt> attempts,
        List<Delivery> deliveries,
        List<Evidence> evidence,
        List<Decided> decisions) {

    /** Copies the lists. */
    public OperationHistory {
        attempts = List.copyOf(attempts);
        deliveries = List.copyOf(deliveries);
        evidence = List.copyOf(evidence);
        decisions = List.copyOf(decisions);
    }

    /**
     * One attempt.
     *
     * @param intent what was to be sent
     * @param startedAt epoch milliseconds of the intent
     * @param endedAt epoch milliseconds of its end, empty while it has none
     * @param outcome how it ended, null while it has not
     */
    public record Attempt(
            AttemptIntent intent,
            long startedAt,
            OptionalLong endedAt,
            @Nullable AttemptOutcome outcome) {}

    /**
     * One delivery.
     *
     * @param kind how it ended
     * @param at epoch milliseconds
     * @param note anything beside it
     */
    public record Delivery(
            OperationWrite.DeliveryKind kind,
            long at,
            @Nullable String note) {}

    /**
     * One late report.
     *
     * @param attempt the attempt's number
     * @param outcome what it says
     * @param at epoch milliseconds
     * @param applied whether it moved the generation
     */
    public record Evidence(int attempt, AttemptOutcome outcome, long at, boolean applied) {}

    /**
     * One decision.
     *
     * @param author who
     * @param kind what, in words: "rerun"; "cancel" for a wish that it be cancelled
     * @param why the author's words
     * @param at epoch milliseconds
     */
    public record Decided(String author, String kind, String why, long at) {

        /**
         * Whether it is a wish that the operation be cancelled.
         *
         * @return true for "cancel"
         */
        public boolean isCancel() {
            return kind.equals("cancel");
        }
    }
}
