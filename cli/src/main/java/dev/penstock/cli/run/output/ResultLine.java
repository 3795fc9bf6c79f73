package dev.penstock.cli.run.output;

import dev.penstock.cli.explain.BatchKeys;
import dev.penstock.client.Answer;
import dev.penstock.store.Bytes;
import dev.penstock.store.OperationHistory;
import dev.penstock.store.OperationHistory.Attempt;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.StoredBody;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes lines in the form of OpenAI's Batch output: {@code id, custom_id, response, error}. */
final class ResultLine {

    private static final JsonFactory FACTORY = new JsonFactory();

    private ResultLine() {}

    /** What stands in a line beside its names. */
    interface Fields {
        void write(JsonGenerator json);
    }

    /** The line of an answer. */
    static byte[] answered(OperationHistory history, StoredBody result) {
        return line(history.record(), json -> {
            json.writeName("response");
            response(json, history, whole(result), 200);
            json.writeNullProperty("error");
        });
    }

    /** A line holds JSON, whatever form the answer is kept in. */
    private static StoredBody whole(StoredBody result) {
        return new StoredBody(
                result.kind(), "application/json", Answer.stored(result).json());
    }

    /** A line about an operation. */
    static byte[] line(OperationRecord operation, Fields fields) {
        String customId = BatchKeys.customId(operation.batch(), operation.key());
        return line(operation.ref().operation().value(), customId, fields);
    }

    /** A line, with its end. */
    static byte[] line(@Nullable String id, @Nullable String customId, Fields fields) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
            json.writeStartObject();
            json.writeStringProperty("id", id);
            json.writeStringProperty("custom_id", customId);
            fields.write(json);
            json.writeEndObject();
        }
        bytes.write('\n');
        return bytes.toByteArray();
    }

    /** The provider's answer as {@code status_code, request_id, body}. */
    static void response(JsonGenerator json, OperationHistory history, StoredBody body, int usualStatus) {
        Attempt last = lastWithStatus(history.attempts());
        int status = last == null || last.outcome() == null
                ? usualStatus
                : last.outcome().status().orElse(usualStatus);
        json.writeStartObject();
        json.writeNumberProperty("status_code", status);
        json.writeStringProperty(
                "request_id",
                last == null || last.outcome() == null ? null : last.outcome().providerRequestId());
        json.writeName("body");
        if (body.contentType().contains("json")) {
            json.writeRawValue(onOneLine(body.bytes()));
        } else {
            json.writeString(text(body.bytes()));
        }
        json.writeEndObject();
    }

    private static @Nullable Attempt lastWithStatus(List<Attempt> attempts) {
        for (Attempt attempt : attempts.reversed()) {
            if (attempt.outcome() != null && attempt.outcome().status().isPresent()) {
                return attempt;
            }
        }
        return null;
    }

    /** JSON has line ends only between its tokens, where a blank means the same. */
    private static String onOneLine(Bytes json) {
        return text(json).replace('\n', ' ').replace('\r', ' ').strip();
    }

    private static String text(Bytes bytes) {
        return new String(bytes.unsafeArray(), StandardCharsets.UTF_8);
    }
}
