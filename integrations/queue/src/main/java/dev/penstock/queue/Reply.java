package dev.penstock.queue;

import dev.penstock.client.OperationInfo;
import dev.penstock.client.Result;
import dev.penstock.store.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the publisher of a message is told: an answer, or an error with the status and code that the gateway would have
 * given. Immutable; its text holds no content.
 *
 * @param status as over HTTP
 * @param code "" for an answer
 * @param message for people, "" for an answer
 * @param body the answer or the provider's own rejection, null for an error of ours
 * @param operation where the operation stands, null if there is none
 */
record Reply(
        int status,
        String code,
        String message,
        @Nullable Bytes body,
        @Nullable OperationInfo operation) {

    private static final String PREFIX = "x-penstock-";

    /**
     * What is told of a result.
     *
     * @throws IllegalStateException if nothing is committed: nobody is told anything yet
     */
    static Reply of(Result result) {
        return switch (result) {
            case Result.Answered answered ->
                new Reply(200, "", "", answered.answer().json(), answered.operation());
            case Result.Rejected rejected -> rejected(rejected);
            case Result.UnknownOutcome unknown -> error(409, "outcome_unknown", unknown.message(), unknown.operation());
            case Result.Unusable unusable -> error(424, "response_unusable", unusable.message(), unusable.operation());
            case Result.GaveUp gaveUp -> {
                Limit limit = Limit.of(gaveUp);
                yield error(limit.status(), limit.code(), gaveUp.message(), gaveUp.operation());
            }
            case Result.Cancelled cancelled ->
                error(
                        409,
                        "operation_cancelled",
                        "the operation was cancelled before its next dispatch",
                        cancelled.operation());
            case Result.Expired expired ->
                error(
                        410,
                        "result_expired",
                        "the answer was stored and has outlived its retention; nothing was sent",
                        expired.operation());
            case Result.KeyConflict conflict ->
                conflict.verifiable()
                        ? error(
                                422,
                                "idempotency_key_reused",
                                "the key was used with another request; use a new key for a new request",
                                conflict.operation())
                        : error(
                                409,
                                "fingerprint_unverifiable",
                                "whether this request is the one that the key names cannot be checked any more",
                                conflict.operation());
            case Result.Invalid invalid -> error(400, "invalid_request", invalid.message(), null);
            case Result.CompletedUnrecorded ignored -> throw open(result);
            case Result.InProgress ignored -> throw open(result);
            case Result.StoreUnavailable ignored -> throw open(result);
            case Result.Parked ignored -> throw open(result);
            case Result.NotAdmitted ignored -> throw open(result);
        };
    }

    private static IllegalStateException open(Result result) {
        return new IllegalStateException(result.getClass().getSimpleName() + " is no outcome");
    }

    /** A message that was never a call. */
    static Reply unfit(String reason) {
        return error(400, "invalid_request", reason, null);
    }

    /** As it is published for a message. */
    ResultMessage to(QueueMessage message) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(PREFIX + "status", Integer.toString(status));
        if (!code.isEmpty()) {
            headers.put(PREFIX + "code", code);
        }
        String key = MessageReader.name(message);
        if (key != null) {
            headers.put(MessageReader.KEY, key);
        }
        if (operation != null) {
            put(headers, operation);
        }
        String named = message.messageId() == null ? key : message.messageId();
        String correlation = message.correlationId() == null ? named : message.correlationId();
        return new ResultMessage(body == null ? envelope() : body, headers, correlation, message.replyTo());
    }

    @Override
    public String toString() {
        return status + " " + code;
    }

    private static void put(Map<String, String> headers, OperationInfo operation) {
        if (operation.ref() != null) {
            headers.put(PREFIX + "operation-id", operation.ref().operation().value());
        }
        headers.put(PREFIX + "state", operation.state().wireName());
        headers.put(PREFIX + "attempts", Integer.toString(operation.attempts()));
        headers.put(PREFIX + "replayed", Boolean.toString(operation.replayed()));
        var cost = operation.usage().cost();
        String currency = operation.usage().currency();
        headers.put(
                PREFIX + "cost",
                cost == null ? "unknown" : cost.toPlainString() + (currency == null ? "" : " " + currency));
    }

    private static Reply rejected(Result.Rejected rejected) {
        if (rejected.status() / 100 == 3) {
            return error(
                    424,
                    "upstream_redirect",
                    "the provider answered with a redirect, which is never followed",
                    rejected.operation());
        }
        String said = rejected.error().message();
        return new Reply(
                rejected.status() < 400 ? 424 : rejected.status(),
                rejected.error().name().orElse("upstream_rejected"),
                said == null ? "the provider rejected the request" : said,
                json(rejected.body()),
                rejected.operation());
    }

    /** What the provider wrote, if it is the JSON that a result has to be. */
    private static @Nullable Bytes json(@Nullable Bytes body) {
        if (body != null) {
            for (byte b : body.unsafeArray()) {
                if (b > ' ') {
                    return b == '{' ? body : null;
                }
            }
        }
        return null;
    }

    private static Reply error(int status, String code, String message, @Nullable OperationInfo operation) {
        return new Reply(status, code, message, null, operation);
    }

    private Bytes envelope() {
        var envelope = JsonMapper.shared().createObjectNode();
        envelope.putObject("error")
                .put("message", message)
                .put("type", type())
                .putNull("param")
                .put("code", code);
        return Bytes.wrap(envelope.toString().getBytes(StandardCharsets.UTF_8));
    }

    private String type() {
        return switch (status) {
            case 409 -> "conflict_error";
            case 424 -> "upstream_error";
            case 429 -> "rate_limit_error";
            default -> status >= 500 ? "server_error" : "invalid_request_error";
        };
    }
}
