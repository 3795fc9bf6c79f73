package dev.penstock.queue;

import dev.penstock.store.Bytes;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of one message, as it is published. Immutable; its text holds no content.
 *
 * @param body JSON: the whole answer, the provider's own rejection, or an error in OpenAI's envelope
 * @param headers {@code x-penstock-…}: status, code, state, address, attempts, cost
 * @param correlationId the message's own, else its id, else its key; null if it had none of them
 * @param replyTo where the message's publisher wants it, null for the queue's own place for results
 */
public record ResultMessage(
        Bytes body,
        Map<String, String> headers,
        @Nullable String correlationId,
        @Nullable String replyTo) {

    /** Copies the headers. */
    public ResultMessage {
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    @Override
    public String toString() {
        return "ResultMessage[" + body + "]";
    }
}
