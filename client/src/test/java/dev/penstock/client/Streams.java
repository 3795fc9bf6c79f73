package dev.penstock.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.penstock.provider.completion.AnswerConversion;
import dev.penstock.store.Bytes;

/** Bodies and texts of streams. */
final class Streams {

    static final String BODY = Bench.BODY.replace("\"messages\"", "\"stream\":true,\"messages\"");

    private Streams() {}

    static Bytes json(String events) {
        return Bytes.wrap(AnswerConversion.toJson(events.getBytes(UTF_8)));
    }

    static String text(Bytes bytes) {
        return new String(bytes.unsafeArray(), UTF_8);
    }
}
