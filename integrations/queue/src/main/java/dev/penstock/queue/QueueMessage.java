package dev.penstock.queue;

import dev.penstock.store.Bytes;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a queue delivered. Immutable; its text holds no content.
 *
 * @param body the request's JSON
 * @param headers its header fields, found without regard to case; values that are no text, number or truth value left out
 * @param messageId its publisher's name for it, null for none
 * @param correlationId what its publisher recognises the result by, null for none
 * @param replyTo where its publisher wants the result, null for nowhere of its own
 */
public record QueueMessage(
        Bytes body,
        Map<String, String> headers,
        @Nullable String messageId,
        @Nullable String correlationId,
        @Nullable String replyTo) {

    /** Copies the headers. */
    public QueueMessage {
        TreeMap<String, String> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        copy.putAll(headers);
        headers = Collections.unmodifiableMap(copy);
    }

    /**
     * A header field.
     *
     * @param name its name in any case
     * @return its value, null if there is none
     */
    public @Nullable String header(String name) {
        return headers.get(name);
    }

    @Override
    public String toString() {
        return "QueueMessage[" + body + "]";
    }
}
