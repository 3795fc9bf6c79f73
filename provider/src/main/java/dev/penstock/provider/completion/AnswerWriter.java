package dev.penstock.provider.completion;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.penstock.provider.json.Json;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Writes an answer as one {@code chat.completion}, or as the chunks of a stream. */
final class AnswerWriter {

    private final AnswerBuilder answer;

    private AnswerWriter(AnswerBuilder answer) {
        this.answer = answer;
    }

    /** One {@code chat.completion}. */
    static byte[] whole(AnswerBuilder answer) {
        return new AnswerWriter(answer).write("chat.completion", json -> {
            json.writeArrayPropertyStart("choices");
            MessageWriter message = new MessageWriter(json, false);
            answer.choices().forEach(choice -> {
                json.writeStartObject();
                json.writeNumberProperty("index", choice.index);
                json.writeObjectPropertyStart("message");
                message.members(choice);
                json.writeEndObject();
                message.logprobs(choice.logprobs);
                finish(json, choice.finishReason);
            });
            json.writeEndArray();
            usage(json, answer.rawUsage());
        });
    }

    /** Two chunks per choice, what it says and its finish; then the usage, if it is wanted and known. */
    static List<byte[]> chunks(AnswerBuilder answer, boolean usage) {
        AnswerWriter writer = new AnswerWriter(answer);
        List<byte[]> chunks = new ArrayList<>();
        answer.choices().forEach(choice -> {
            chunks.add(writer.chunk(choice, false));
            chunks.add(writer.chunk(choice, true));
        });
        byte[] counts = answer.rawUsage();
        if (usage && counts != null) {
            chunks.add(writer.write("chat.completion.chunk", json -> {
                json.writeArrayPropertyStart("choices");
                json.writeEndArray();
                usage(json, counts);
            }));
        }
        return chunks;
    }

    private byte[] chunk(ChoiceBuilder choice, boolean finish) {
        return write("chat.completion.chunk", json -> {
            json.writeArrayPropertyStart("choices");
            json.writeStartObject();
            json.writeNumberProperty("index", choice.index);
            json.writeObjectPropertyStart("delta");
            MessageWriter message = new MessageWriter(json, true);
            if (!finish) {
                message.members(choice);
            }
            json.writeEndObject();
            if (!finish) {
                message.logprobs(choice.logprobs);
            }
            finish(json, finish ? choice.finishReason : null);
            json.writeEndArray();
        });
    }

    private byte[] write(String object, Consumer<JsonGenerator> rest) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(1_024);
        try (JsonGenerator json = Json.generator(out)) {
            json.writeStartObject();
            optional(json, "id", answer.id());
            json.writeStringProperty("object", object);
            if (answer.created != null) {
                json.writeNumberProperty("created", answer.created);
            }
            optional(json, "model", answer.model());
            optional(json, "system_fingerprint", answer.systemFingerprint);
            optional(json, "service_tier", answer.serviceTier);
            rest.accept(json);
            json.writeEndObject();
        }
        return out.toByteArray();
    }

    /** Ends a choice. */
    private static void finish(JsonGenerator json, @Nullable String reason) {
        json.writeName("finish_reason");
        new MessageWriter(json, false).nullable(reason);
        json.writeEndObject();
    }

    private static void usage(JsonGenerator json, byte @Nullable [] counts) {
        if (counts != null) {
            json.writeName("usage");
            json.writeRawValue(new String(counts, UTF_8));
        }
    }

    private static void optional(JsonGenerator json, String name, @Nullable String value) {
        if (value != null) {
            json.writeName(name);
            new MessageWriter(json, false).nullable(value);
        }
    }
}
