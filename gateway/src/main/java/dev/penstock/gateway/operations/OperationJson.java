package dev.penstock.gateway.operations;

import dev.penstock.client.OperationView;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.store.AttemptOutcome;
import dev.penstock.store.GenerationRef;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.OperationHistory;
import dev.penstock.store.OperationMode;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.UsageSummary;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** An operation as the API shows it: where it stands and what was tried, never a prompt or an answer. */
final class OperationJson {

    private OperationJson() {}

    /** One of a listing. */
    static ObjectNode summary(OperationRecord operation) {
        ObjectNode json =
                head(operation.ref(), operation.key(), operation.settings().mode());
        standing(json, operation.state().wireName(), operation.reason(), operation.flags(), operation.usage());
        times(json, operation.times());
        return json.put("durable", true);
    }

    /** One that is looked at, with its attempts, deliveries and decisions. */
    static ObjectNode whole(OperationView operation) {
        ObjectNode json = head(operation.ref(), operation.key(), operation.mode());
        OperationView.Standing standing = operation.standing();
        standing(json, standing.state().wireName(), standing.reason(), standing.flags(), standing.usage());
        times(json, operation.times());
        json.put("durable", operation.durable());
        ArrayNode attempts = json.putArray("attempts");
        operation.attempts().forEach(attempt -> attempt(attempts.addObject(), attempt));
        ArrayNode deliveries = json.putArray("deliveries");
        operation
                .deliveries()
                .forEach(delivery -> deliveries
                        .addObject()
                        .put("kind", word(delivery.kind()))
                        .put("at", delivery.at()));
        ArrayNode decisions = json.putArray("decisions");
        operation
                .decisions()
                .forEach(decided -> decisions
                        .addObject()
                        .put("decision", decided.kind())
                        .put("author", decided.author())
                        .put("why", decided.why())
                        .put("at", decided.at()));
        return json;
    }

    private static ObjectNode head(GenerationRef ref, @Nullable IdempotencyKey key, OperationMode mode) {
        return JsonMapper.shared()
                .createObjectNode()
                .put("id", ref.operation().value())
                .put("object", "operation")
                .put("generation", ref.generation())
                .put("idempotency_key", key == null ? null : key.value())
                .put("mode", word(mode));
    }

    private static void standing(
            ObjectNode json, String state, @Nullable EndReason reason, List<String> flags, UsageSummary usage) {
        json.put("state", state);
        json.put("reason", reason == null ? null : reason.wireName());
        ArrayNode listed = json.putArray("flags");
        flags.forEach(listed::add);
        ObjectNode used = json.putObject("usage");
        number(used, "prompt_tokens", usage.promptTokens());
        number(used, "completion_tokens", usage.completionTokens());
        // A decimal as text: no reader turns it into a binary fraction.
        used.put("cost", usage.cost() == null ? null : usage.cost().toPlainString());
        used.put("currency", usage.currency());
    }

    private static void times(ObjectNode json, OperationRecord.Times times) {
        json.put("received_at", times.receivedAt());
        json.put("deadline_at", times.deadlineAt());
        number(json, "settled_at", times.resultCommittedAt());
        number(json, "cancel_requested_at", times.cancelRequestedAt());
        number(json, "retry_available_at", times.retryAvailableAt());
    }

    private static void attempt(ObjectNode json, OperationHistory.Attempt attempt) {
        json.put("number", attempt.intent().number());
        json.put("route", attempt.intent().route());
        json.put("model", attempt.intent().model());
        json.put("started_at", attempt.startedAt());
        number(json, "ended_at", attempt.endedAt());
        AttemptOutcome outcome = attempt.outcome();
        json.put("category", outcome == null ? null : word(outcome.category()));
        json.put("verdict", outcome == null ? null : outcome.verdict());
        if (outcome == null || outcome.status().isEmpty()) {
            json.putNull("status");
        } else {
            json.put("status", outcome.status().getAsInt());
        }
        json.put("provider_request_id", outcome == null ? null : outcome.providerRequestId());
    }

    private static void number(ObjectNode json, String name, OptionalLong value) {
        if (value.isPresent()) {
            json.put(name, value.getAsLong());
        } else {
            json.putNull(name);
        }
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
