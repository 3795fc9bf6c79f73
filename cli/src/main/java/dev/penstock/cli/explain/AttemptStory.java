package dev.penstock.cli.explain;

import dev.penstock.cli.terminal.Spans;
import dev.penstock.policy.attempt.DeliveryEvidence;
import dev.penstock.policy.attempt.DeliveryStage;
import dev.penstock.policy.attempt.Timings;
import dev.penstock.store.AttemptIntent;
import dev.penstock.store.AttemptOutcome;
import dev.penstock.store.OperationHistory.Attempt;
import java.time.Duration;
import java.util.Locale;

/** One attempt in a sentence: what was sent, how far it got, what came back. */
public final class AttemptStory {

    private AttemptStory() {}

    /**
     * Tells an attempt.
     *
     * @param attempt the attempt
     * @return one line
     */
    public static String of(Attempt attempt) {
        AttemptIntent intent = attempt.intent();
        AttemptOutcome outcome = attempt.outcome();
        StringBuilder story = new StringBuilder("attempt ")
                .append(intent.number())
                .append(intent.kind() == AttemptIntent.Kind.RETRY ? " (retry" : " (original")
                .append(intent.waited() == null ? ")" : " after " + Spans.text(intent.waited()) + ")")
                .append(" to ")
                .append(intent.route())
                .append(", model ")
                .append(intent.model())
                .append(": ");
        if (outcome == null) {
            return story.append("its end was not recorded").toString();
        }
        story.append(delivery(outcome.evidence()));
        outcome.status().ifPresent(status -> story.append("; status ").append(status));
        if (outcome.errorCode() != null) {
            story.append(" (").append(outcome.errorCode()).append(')');
        }
        story.append(" → ").append(outcome.verdict());
        if (outcome.evidence().timings().ended() != Timings.NEVER) {
            story.append(" after ")
                    .append(Spans.text(
                            Duration.ofNanos(outcome.evidence().timings().ended())));
        }
        if (outcome.providerRequestId() != null) {
            story.append("; the provider calls it ").append(outcome.providerRequestId());
        }
        return story.toString();
    }

    private static String delivery(DeliveryEvidence evidence) {
        DeliveryStage stage = evidence.stage();
        return switch (stage) {
            case NOT_STARTED -> "nothing was tried";
            case CONNECTING -> "no connection came about, nothing was sent";
            case CONNECTED -> "connected, nothing was sent";
            case REQUEST_STARTED -> "sent in part (" + bytes(evidence.requestBytes()) + "), no answer";
            case REQUEST_COMPLETE -> "sent whole (" + bytes(evidence.requestBytes()) + "), no answer";
            case RESPONSE_STARTED ->
                "sent (" + bytes(evidence.requestBytes()) + "), an answer began (" + bytes(evidence.responseBytes())
                        + ") and was not finished";
            case RESPONSE_COMPLETE ->
                "sent (" + bytes(evidence.requestBytes()) + "), an answer came whole ("
                        + bytes(evidence.responseBytes()) + ")";
        };
    }

    private static String bytes(long count) {
        return count < 10_000
                ? count + " bytes"
                : String.format(
                        Locale.ROOT,
                        count < 10_000_000 ? "%.0f kB" : "%.1f MB",
                        count < 10_000_000 ? count / 1e3 : count / 1e6);
    }
}
