package dev.penstock.cli.ops;

import dev.penstock.cli.explain.Advice;
import dev.penstock.cli.explain.Place;
import dev.penstock.cli.explain.Possibilities;
import dev.penstock.cli.explain.Reasons;
import dev.penstock.cli.terminal.JsonLine;
import dev.penstock.store.AttemptOutcome;
import dev.penstock.store.OperationHistory;
import java.util.Collection;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/** A generation with everything that happened to it, as JSON for a program. */
final class HistoryJson {

    private HistoryJson() {}

    static String of(OperationHistory history, Place place) {
        return JsonLine.of(json -> {
            OperationJson.fields(json, history.record());
            json.writeStringProperty(
                    "why", Reasons.of(history.record().state(), history.record().reason()));
            array(json, "attempts_made", history.attempts(), attempt -> attempt(json, attempt));
            array(json, "deliveries", history.deliveries(), delivery -> {
                json.writeStringProperty("kind", delivery.kind().name().toLowerCase(Locale.ROOT));
                at(json, delivery.at());
                json.writeStringProperty("note", delivery.note());
            });
            array(json, "evidence", history.evidence(), late -> {
                json.writeNumberProperty("attempt", late.attempt());
                json.writeStringProperty("verdict", late.outcome().verdict());
                at(json, late.at());
                json.writeBooleanProperty("applied", late.applied());
            });
            array(json, "decisions", history.decisions(), decided -> {
                json.writeStringProperty("author", decided.author());
                json.writeStringProperty("decision", decided.kind());
                json.writeStringProperty("why", decided.why());
                at(json, decided.at());
            });
            array(json, "possible", Possibilities.of(history.record(), place), one -> advice(json, one));
        });
    }

    private static void attempt(JsonGenerator json, OperationHistory.Attempt attempt) {
        json.writeNumberProperty("number", attempt.intent().number());
        json.writeStringProperty("kind", attempt.intent().kind().name().toLowerCase(Locale.ROOT));
        json.writeStringProperty("route", attempt.intent().route());
        json.writeStringProperty("model", attempt.intent().model());
        json.writeStringProperty("edits", attempt.intent().edits());
        json.writeBooleanProperty("streamed", attempt.intent().streamed());
        json.writeStringProperty("started_at", OperationJson.instant(OptionalLong.of(attempt.startedAt())));
        json.writeStringProperty("ended_at", OperationJson.instant(attempt.endedAt()));
        AttemptOutcome outcome = attempt.outcome();
        if (outcome == null) {
            return;
        }
        json.writeStringProperty("verdict", outcome.verdict());
        json.writeStringProperty("category", outcome.category().wireName());
        json.writeNumberProperty("row", outcome.row());
        json.writeBooleanProperty("charged", outcome.charged());
        json.writeStringProperty("stage", outcome.evidence().stage().name().toLowerCase(Locale.ROOT));
        json.writeNumberProperty("request_bytes", outcome.evidence().requestBytes());
        json.writeNumberProperty("response_bytes", outcome.evidence().responseBytes());
        if (outcome.status().isPresent()) {
            json.writeNumberProperty("status", outcome.status().getAsInt());
        }
        json.writeStringProperty("error_code", outcome.errorCode());
        json.writeStringProperty("provider_request_id", outcome.providerRequestId());
        OperationJson.usage(json, outcome.usage());
    }

    private static void advice(JsonGenerator json, Advice advice) {
        json.writeStringProperty("if", advice.when());
        json.writeStringProperty("command", advice.command());
    }

    private static void at(JsonGenerator json, long epochMillis) {
        json.writeStringProperty("at", OperationJson.instant(OptionalLong.of(epochMillis)));
    }

    private static <T> void array(JsonGenerator json, String name, Collection<T> items, Consumer<T> fields) {
        json.writeName(name);
        json.writeStartArray();
        for (T item : items) {
            json.writeStartObject();
            fields.accept(item);
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
