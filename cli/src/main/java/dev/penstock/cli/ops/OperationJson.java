package dev.penstock.cli.ops;

import dev.penstock.cli.explain.BatchKeys;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.UsageSummary;
import java.time.Instant;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Operations as JSON, one object on one line. */
final class OperationJson {

    private OperationJson() {}

    /** A generation's fields. */
    static void fields(JsonGenerator json, OperationRecord operation) {
        json.writeStringProperty("operation", operation.ref().operation().value());
        json.writeNumberProperty("generation", operation.ref().generation());
        json.writeStringProperty("custom_id", BatchKeys.customId(operation.batch(), operation.key()));
        json.writeStringProperty("batch", operation.batch());
        json.writeStringProperty("key", operation.key().value());
        json.writeStringProperty("state", operation.state().wireName());
        json.writeStringProperty(
                "reason", operation.reason() == null ? null : operation.reason().wireName());
        json.writeStringProperty("last_error", operation.lastError());
        json.writeNumberProperty("attempts", operation.attempts().started());
        json.writeNumberProperty("charged", operation.attempts().charged());
        json.writeNumberProperty("sent", operation.attempts().sent());
        json.writeNumberProperty("ambiguous", operation.attempts().ambiguous());
        times(json, operation.times());
        usage(json, operation.usage());
        json.writeName("flags");
        json.writeStartArray();
        operation.flags().forEach(json::writeString);
        json.writeEndArray();
    }

    private static void times(JsonGenerator json, OperationRecord.Times times) {
        json.writeStringProperty("received_at", instant(OptionalLong.of(times.receivedAt())));
        json.writeStringProperty("deadline_at", instant(OptionalLong.of(times.deadlineAt())));
        json.writeStringProperty("dispatch_started_at", instant(times.dispatchStartedAt()));
        json.writeStringProperty("settled_at", instant(times.resultCommittedAt()));
        json.writeStringProperty("cancel_requested_at", instant(times.cancelRequestedAt()));
        json.writeStringProperty("retry_available_at", instant(times.retryAvailableAt()));
    }

    /** What was used: null where it is not known. */
    static void usage(JsonGenerator json, UsageSummary usage) {
        number(json, "prompt_tokens", usage.promptTokens());
        number(json, "completion_tokens", usage.completionTokens());
        json.writeStringProperty(
                "cost", usage.cost() == null ? null : usage.cost().toPlainString());
        json.writeStringProperty("currency", usage.currency());
    }

    /** A moment as ISO 8601, null if it did not come. */
    static @Nullable String instant(OptionalLong epochMillis) {
        return epochMillis.isEmpty()
                ? null
                : Instant.ofEpochMilli(epochMillis.getAsLong()).toString();
    }

    private static void number(JsonGenerator json, String name, OptionalLong value) {
        if (value.isEmpty()) {
            json.writeNullProperty(name);
        } else {
            json.writeNumberProperty(name, value.getAsLong());
        }
    }
}
