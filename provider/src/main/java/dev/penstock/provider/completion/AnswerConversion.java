package dev.penstock.provider.completion;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.penstock.provider.completion.StreamChunk.Kind;
import dev.penstock.provider.request.Asked;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;

/**
 * Gives a stored answer in the other form, when a repeat asks for JSON where a stream was stored or for a stream where
 * JSON was (design 12). What the answer says is kept: role, content, reasoning, refusal, calls, log probabilities,
 * finish reasons, usage, id, model, fingerprint and time. Members this version does not know are not carried over, and
 * the cuts between a stream's deltas are not kept.
 */
public final class AnswerConversion {

    /** The last event of a stream, framed. */
    private static final byte[] DONE = framed("[DONE]".getBytes(UTF_8));

    /** Under which names providers write reasoning; a stored answer does not say which provider gave it. */
    private static final List<String> REASONING_FIELDS = List.of("reasoning_content", "reasoning");

    private AnswerConversion() {}

    /**
     * A stream as one {@code chat.completion}.
     *
     * @param events the stored events, as an event stream
     * @return UTF-8 JSON
     */
    public static byte[] toJson(byte[] events) {
        StreamReader reader = reader(ChunkSink.NONE);
        reader.accept(events, 0, events.length);
        return reader.answer().json();
    }

    /**
     * One {@code chat.completion} as the events of a stream.
     *
     * @param json the stored answer
     * @param usage whether the caller asked for the usage
     * @return whole events, {@link #done()} last
     * @throws IllegalArgumentException if it is not such an answer
     */
    public static List<byte[]> toEvents(byte[] json, boolean usage) {
        AnswerDecoding decoding = new AnswerDecoding(new Asked(false, 1), REASONING_FIELDS);
        try {
            decoding.decode(json, json.length);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("not a stored chat completion");
        }
        List<byte[]> events = new ArrayList<>();
        AnswerWriter.chunks(decoding.answer(), usage).forEach(data -> events.add(framed(data)));
        events.add(DONE);
        return events;
    }

    /**
     * A stream without the event that carries nothing but the usage, for a caller who did not ask for it.
     *
     * @param events the stored events, as an event stream
     * @return the other events, each as it stands
     */
    public static byte[] withoutUsage(byte[] events) {
        ByteArrayOutputStream rest = new ByteArrayOutputStream(events.length);
        StreamReader reader = reader(chunk -> {
            if (chunk.kind() != Kind.USAGE) {
                rest.writeBytes(chunk.raw());
            }
        });
        reader.accept(events, 0, events.length);
        return rest.toByteArray();
    }

    /**
     * The event that ends a stream.
     *
     * @return {@code data: [DONE]} and a blank line
     */
    public static byte[] done() {
        return DONE.clone();
    }

    private static StreamReader reader(ChunkSink sink) {
        return new StreamReader(
                new AnswerDecoding(new Asked(true, 1), REASONING_FIELDS), ReaderLimits.defaults(), sink);
    }

    private static byte[] framed(byte[] data) {
        byte[] event = new byte[data.length + 8];
        System.arraycopy("data: ".getBytes(UTF_8), 0, event, 0, 6);
        System.arraycopy(data, 0, event, 6, data.length);
        event[data.length + 6] = '\n';
        event[data.length + 7] = '\n';
        return event;
    }
}
