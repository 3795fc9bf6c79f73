package dev.penstock.provider.completion;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.penstock.provider.profile.ProviderProfile;
import dev.penstock.provider.request.Asked;
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

    private static final String DONE = "[DONE]";

    private AnswerConversion() {}

    /**
     * A stream as one {@code chat.completion}.
     *
     * @param events the stored events, as an event stream
     * @param profile the provider that gave it
     * @return UTF-8 JSON
     */
    public static byte[] toJson(byte[] events, ProviderProfile profile) {
        ReaderLimits limits = ReaderLimits.defaults();
        AnswerDecoding decoding =
                new AnswerDecoding(new Asked(true, 1), profile.habits().reasoningFields());
        StreamReader reader = new StreamReader(decoding, limits, ChunkSink.NONE);
        reader.accept(events, 0, events.length);
        return reader.answer().json();
    }

    /**
     * One {@code chat.completion} as the events of a stream.
     *
     * @param json the stored answer
     * @param profile the provider that gave it
     * @param usage whether the caller asked for the usage
     * @return the data of each event, [DONE] last
     * @throws IllegalArgumentException if it is not such an answer
     */
    public static List<byte[]> toEvents(byte[] json, ProviderProfile profile, boolean usage) {
        AnswerDecoding decoding =
                new AnswerDecoding(new Asked(false, 1), profile.habits().reasoningFields());
        try {
            decoding.decode(json, json.length);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("not a stored chat completion");
        }
        List<byte[]> events = new ArrayList<>(AnswerWriter.chunks(decoding.answer(), usage));
        events.add(DONE.getBytes(UTF_8));
        return events;
    }
}
