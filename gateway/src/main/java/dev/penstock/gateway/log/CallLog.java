package dev.penstock.gateway.log;

import dev.penstock.client.CallEvent;
import dev.penstock.client.CallListener;
import dev.penstock.client.RepeatedBy;
import dev.penstock.client.Variant;
import dev.penstock.policy.attempt.Timings;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.UsageSummary;
import dev.penstock.time.Time;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * One line for every attempt, for every end, and for whatever stops a route. The fields are written here by name, one by
 * one: no prompt, answer, header, key or provider's message can come in by accident. An idempotency key is its owner's
 * word and may hold anything: the log shows the first 12 digits of its SHA-256. Thread-safe.
 */
public final class CallLog implements CallListener {

    private static final JsonFactory JSON = new JsonFactory();
    private static final int DIGEST_BYTES = 6;

    private final LogWriter writer;
    private final Time time;

    /**
     * A log.
     *
     * @param writer where lines go
     * @param time its wall clock stands on each line
     */
    public CallLog(LogWriter writer, Time time) {
        this.writer = writer;
        this.time = time;
    }

    @Override
    public void on(CallEvent event) {
        switch (event) {
            case CallEvent.AttemptEnded ended -> line("attempt", "info", event, json -> attempt(json, ended));
            case CallEvent.Settled settled -> line("settled", "info", event, json -> settled(json, settled));
            case CallEvent.RouteStopped stopped ->
                line("route_stopped", "warn", event, json -> {
                    json.writeStringProperty("scope", stopped.scope());
                    json.writeStringProperty("what", stopped.what());
                });
            case CallEvent.Accepted accepted -> {
                if (accepted.by() == RepeatedBy.SDK) {
                    line(
                            "client_retry",
                            "warn",
                            event,
                            json -> json.writeBooleanProperty("resumed", accepted.resumed()));
                }
            }
            case CallEvent.Waits ignored -> {}
            case CallEvent.AttemptStarted ignored -> {}
            case CallEvent.RetryScheduled ignored -> {}
            case CallEvent.Delivered ignored -> {}
        }
    }

    private void line(String name, String level, CallEvent event, Consumer<JsonGenerator> fields) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("time", time.wall().instant().toString());
            json.writeStringProperty("level", level);
            json.writeStringProperty("event", name);
            json.writeStringProperty("tenant", event.subject().tenant().id());
            IdempotencyKey key = event.subject().key();
            if (key != null) {
                json.writeStringProperty("key_sha256", digest(key.value()));
            }
            if (event.subject().variant() != Variant.NONE) {
                json.writeStringProperty("variant", word(event.subject().variant()));
            }
            fields.accept(json);
            json.writeEndObject();
        }
        writer.line(text.toString());
    }

    private static void attempt(JsonGenerator json, CallEvent.AttemptEnded ended) {
        json.writeNumberProperty("attempt", ended.number());
        json.writeBooleanProperty("retry", ended.retry());
        json.writeStringProperty("provider", ended.place().provider());
        json.writeStringProperty("route", ended.place().route());
        json.writeStringProperty("model", ended.place().model());
        json.writeStringProperty("category", word(ended.category()));
        json.writeNumberProperty("row", ended.row());
        json.writeNumberProperty("status", ended.status());
        json.writeBooleanProperty("sent", ended.sent());
        millis(json, "first_byte_ms", ended.timings().responseStarted());
        millis(json, "first_content_ms", ended.timings().firstOutput());
        millis(json, "duration_ms", ended.timings().ended());
    }

    private static void settled(JsonGenerator json, CallEvent.Settled settled) {
        json.writeStringProperty("state", settled.state().wireName());
        json.writeStringProperty("reason", settled.reason().wireName());
        json.writeBooleanProperty("recorded", settled.recorded());
        json.writeNumberProperty("attempts", settled.attempts());
        json.writeNumberProperty("elapsed_ms", settled.elapsed().toMillis());
        UsageSummary usage = settled.usage();
        tokens(json, "input_tokens", usage.promptTokens());
        tokens(json, "output_tokens", usage.completionTokens());
        if (usage.cost() != null) {
            json.writeStringProperty("cost", usage.cost().toPlainString());
            json.writeStringProperty("currency", usage.currency());
        }
    }

    private static void tokens(JsonGenerator json, String name, OptionalLong amount) {
        if (amount.isPresent()) {
            json.writeNumberProperty(name, amount.getAsLong());
        }
    }

    private static void millis(JsonGenerator json, String name, long nanos) {
        Timings.asDuration(nanos).ifPresent(span -> json.writeNumberProperty(name, span.toMillis()));
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static String digest(String key) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, DIGEST_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK lacks SHA-256", e);
        }
    }
}
