package dev.penstock.cli.run.output;

import dev.penstock.cli.explain.Advice;
import dev.penstock.cli.explain.Place;
import dev.penstock.cli.explain.Possibilities;
import dev.penstock.cli.explain.Reasons;
import dev.penstock.cli.run.input.BatchLine.Unsendable;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.store.OperationHistory;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationStore;
import dev.penstock.store.StoredBody;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * Writes one line of the second file: OpenAI's Batch form, with {@code error.code} and {@code error.message} saying why
 * there is no answer, and {@code penstock} saying where it stands and which command resolves it.
 */
public final class UnresolvedLine {

    private final Place place;

    /**
     * Makes the writer.
     *
     * @param place where the batch's operations live
     */
    public UnresolvedLine(Place place) {
        this.place = place;
    }

    byte[] of(OperationRecord operation, OperationStore operations) {
        OperationHistory history = operations.history(operation.ref()).orElse(null);
        StoredBody error =
                operations.body(operation.ref(), StoredBody.Kind.ERROR).orElse(null);
        return ResultLine.line(operation, json -> {
            json.writeName("response");
            if (history == null || error == null) {
                json.writeNull();
            } else {
                ResultLine.response(json, history, error, 0);
            }
            error(json, code(operation), Reasons.of(operation.state(), operation.reason()) + cause(operation));
            standing(json, operation);
        });
    }

    byte[] of(Unsendable line) {
        return ResultLine.line(null, line.customId(), json -> {
            json.writeNullProperty("response");
            error(json, line.code().name().toLowerCase(Locale.ROOT), line.message());
            json.writeName("penstock");
            json.writeStartObject();
            json.writeStringProperty("state", "not_stored");
            json.writeNumberProperty("line", line.number());
            json.writeStringProperty("resolve", resolve(line));
            json.writeEndObject();
        });
    }

    private void standing(JsonGenerator json, OperationRecord operation) {
        List<Advice> advice = Possibilities.of(operation, place);
        json.writeName("penstock");
        json.writeStartObject();
        json.writeStringProperty("state", operation.state().wireName());
        json.writeStringProperty("reason", wire(operation.reason()));
        json.writeNumberProperty("generation", operation.ref().generation());
        json.writeNumberProperty("attempts", operation.attempts().started());
        json.writeNumberProperty("sent", operation.attempts().sent());
        json.writeStringProperty("resolve", advice.getFirst().command());
        json.writeName("possible");
        json.writeStartArray();
        for (Advice one : advice) {
            json.writeStartObject();
            json.writeStringProperty("if", one.when());
            json.writeStringProperty("command", one.command());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private String resolve(Unsendable line) {
        return switch (line.code()) {
            case INVALID_LINE, UNSUPPORTED_ENDPOINT, DUPLICATE_CUSTOM_ID ->
                "mend line " + line.number() + ", then: " + place.run();
            case CHANGED_LINE -> place.run() + " --retry-failed";
        };
    }

    private static void error(JsonGenerator json, String code, String message) {
        json.writeName("error");
        json.writeStartObject();
        json.writeStringProperty("code", code);
        json.writeStringProperty("message", message);
        json.writeEndObject();
    }

    private static String code(OperationRecord operation) {
        return switch (operation.state()) {
            case UNKNOWN_OUTCOME -> "outcome_unknown";
            case CANCELLED_BEFORE_DISPATCH -> "cancelled";
            case FAILED_PERMANENT -> operation.reason() == EndReason.DECISION ? "failed_by_decision" : "rejected";
            case DEAD_LETTER, RECEIVED, CLAIMED, DISPATCHING, RETRY_SCHEDULED, SUCCEEDED ->
                Objects.requireNonNullElse(
                        wire(operation.reason()), operation.state().wireName());
        };
    }

    private static String cause(OperationRecord operation) {
        return operation.lastError() == null ? "" : " Last error: " + operation.lastError() + ".";
    }

    private static @Nullable String wire(@Nullable EndReason reason) {
        return reason == null ? null : reason.wireName();
    }
}
