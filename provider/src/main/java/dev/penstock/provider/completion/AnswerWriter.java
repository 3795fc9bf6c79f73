package dev.penstock.provider.completion;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.penstock.provider.json.Json;
import dev.penstock.provider.json.LoneSurrogates;
import dev.penstock.provider.text.ByteBuilder;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Writes an answer that came in chunks as one {@code chat.completion}. */
final class AnswerWriter {

    private final AnswerBuilder answer;
    private final JsonGenerator json;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream(1_024);

    private AnswerWriter(AnswerBuilder answer) {
        this.answer = answer;
        this.json = Json.generator(out);
    }

    static byte[] write(AnswerBuilder answer) {
        AnswerWriter writer = new AnswerWriter(answer);
        writer.completion();
        writer.json.close();
        return writer.out.toByteArray();
    }

    private void completion() {
        json.writeStartObject();
        optional("id", answer.id());
        json.writeStringProperty("object", "chat.completion");
        if (answer.created != null) {
            json.writeNumberProperty("created", answer.created);
        }
        optional("model", answer.model());
        optional("system_fingerprint", answer.systemFingerprint);
        optional("service_tier", answer.serviceTier);
        json.writeArrayPropertyStart("choices");
        answer.choices().forEach(this::choice);
        json.writeEndArray();
        byte[] usage = answer.rawUsage();
        if (usage != null) {
            json.writeName("usage");
            json.writeRawValue(new String(usage, UTF_8));
        }
        json.writeEndObject();
    }

    private void choice(ChoiceBuilder choice) {
        json.writeStartObject();
        json.writeNumberProperty("index", choice.index);
        json.writeObjectPropertyStart("message");
        json.writeStringProperty("role", choice.role == null ? "assistant" : choice.role);
        message(choice);
        json.writeEndObject();
        if (!choice.logprobs.isEmpty()) {
            logprobs(choice.logprobs);
        }
        json.writeName("finish_reason");
        nullable(choice.finishReason);
        json.writeEndObject();
    }

    private void message(ChoiceBuilder choice) {
        json.writeName("content");
        nullable(choice.content.text());
        choice.reasoning.forEach(this::field);
        field("refusal", choice.refusal);
        List<ToolCall> calls = choice.toolCalls();
        if (choice.functionCall != null) {
            functionCall(calls.getLast());
            calls = calls.subList(0, calls.size() - 1);
        }
        calls("tool_calls", calls.stream().filter(ToolCall::complete).toList());
        calls(
                "incomplete_tool_calls",
                calls.stream().filter(call -> !call.complete()).toList());
    }

    private void functionCall(ToolCall call) {
        json.writeObjectPropertyStart(call.complete() ? "function_call" : "incomplete_function_call");
        function(call);
    }

    private void calls(String member, List<ToolCall> calls) {
        if (calls.isEmpty()) {
            return;
        }
        json.writeArrayPropertyStart(member);
        for (ToolCall call : calls) {
            json.writeStartObject();
            optional("id", call.id());
            json.writeStringProperty("type", "function");
            json.writeObjectPropertyStart("function");
            function(call);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void function(ToolCall call) {
        json.writeStringProperty("name", LoneSurrogates.replaced(call.name()));
        json.writeStringProperty("arguments", call.arguments());
        json.writeEndObject();
    }

    private void logprobs(Map<String, ByteBuilder> lists) {
        json.writeObjectPropertyStart("logprobs");
        lists.forEach((name, elements) -> {
            json.writeName(LoneSurrogates.replaced(name));
            json.writeRawValue("[" + new String(elements.array(), 0, elements.length(), UTF_8) + "]");
        });
        json.writeEndObject();
    }

    private void field(String name, TextField field) {
        if (!field.isAbsent()) {
            json.writeName(name);
            nullable(field.text());
        }
    }

    private void optional(String name, @Nullable String value) {
        if (value != null) {
            json.writeName(name);
            nullable(value);
        }
    }

    private void nullable(@Nullable CharSequence text) {
        if (text == null) {
            json.writeNull();
        } else {
            json.writeString(LoneSurrogates.replaced(text));
        }
    }
}
