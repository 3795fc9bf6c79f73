package dev.penstock.provider.completion;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.penstock.provider.json.LoneSurrogates;
import dev.penstock.provider.text.ByteBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * Writes what a choice says, as the members of a {@code message} or of one {@code delta}. Calls that are not complete
 * get a name of their own, so that nothing executes them (B035).
 */
final class MessageWriter {

    private final JsonGenerator json;
    private final boolean delta;

    MessageWriter(JsonGenerator json, boolean delta) {
        this.json = json;
        this.delta = delta;
    }

    void members(ChoiceBuilder choice) {
        json.writeStringProperty("role", choice.role == null ? "assistant" : choice.role);
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

    void logprobs(Map<String, ByteBuilder> lists) {
        if (lists.isEmpty()) {
            return;
        }
        json.writeObjectPropertyStart("logprobs");
        lists.forEach((name, elements) -> {
            json.writeName(LoneSurrogates.replaced(name));
            json.writeRawValue("[" + new String(elements.array(), 0, elements.length(), UTF_8) + "]");
        });
        json.writeEndObject();
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
            if (delta) {
                json.writeNumberProperty("index", call.index());
            }
            if (call.id() != null) {
                json.writeName("id");
                nullable(call.id());
            }
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

    private void field(String name, TextField field) {
        if (!field.isAbsent()) {
            json.writeName(name);
            nullable(field.text());
        }
    }

    /** Writes a text or null; half surrogate pairs, which JSON's encoding cannot carry, become U+FFFD. */
    void nullable(@Nullable CharSequence text) {
        if (text == null) {
            json.writeNull();
        } else {
            json.writeString(LoneSurrogates.replaced(text));
        }
    }
}
