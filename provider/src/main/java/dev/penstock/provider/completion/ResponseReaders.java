package dev.penstock.provider.completion;

import dev.penstock.provider.profile.ProviderProfile;
import dev.penstock.provider.request.Asked;
import java.util.Locale;

/** Chooses the reader for a response by what its head says. */
final class ResponseReaders {

    private ResponseReaders() {}

    static ResponseReader open(
            ProviderProfile profile, Asked asked, ResponseHead head, ReaderLimits limits, ChunkSink sink) {
        if (head.status() != 200) {
            return new ErrorReader(head.status(), Hints.of(profile, head), limits);
        }
        String coding = head.fields().first("content-encoding").orElse("identity");
        if (!coding.equalsIgnoreCase("identity")) {
            return new ForeignReader("an unknown content coding", limits);
        }
        String type = mediaType(head);
        AnswerDecoding decoding = new AnswerDecoding(asked, profile.habits().reasoningFields());
        boolean json = type.equals("application/json") || type.endsWith("+json");
        if (json || (type.isEmpty() && !asked.stream())) {
            return new JsonReader(decoding, limits);
        }
        if (asked.stream() && (type.equals("text/event-stream") || type.isEmpty())) {
            return new StreamReader(decoding, limits, sink);
        }
        return new ForeignReader("a content type that was not asked for", limits);
    }

    private static String mediaType(ResponseHead head) {
        String value = head.fields().first("content-type").orElse("");
        int end = value.indexOf(';');
        return (end < 0 ? value : value.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }
}
