package dev.penstock.provider.completion;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.penstock.policy.attempt.Completion;
import dev.penstock.provider.profile.ProviderProfile;
import dev.penstock.provider.request.Asked;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Feeds one response to a reader, as a test writes it. */
final class Reading {

    static final String CONTENT = delta("{'content':'hi'}");
    static final String STOP = finish("stop");
    static final String DONE = "data: [DONE]\n\n";
    static final String USAGE = data("{'choices':[],'usage':{'prompt_tokens':3,'completion_tokens':1}}");

    final ResponseReader reader;
    final List<StreamChunk> chunks = new ArrayList<>();
    final List<Received> received = new ArrayList<>();

    private Reading(Asked asked, int status, Map<String, String> fields, ReaderLimits limits) {
        HeaderFields headers = name -> fields.entrySet().stream()
                .filter(field -> field.getKey().equals(name.toLowerCase(Locale.ROOT)))
                .map(Map.Entry::getValue)
                .toList();
        reader = ResponseReader.open(
                ProviderProfile.bundled("openai-compatible"),
                asked,
                new ResponseHead(status, headers),
                limits,
                chunks::add);
    }

    /** An event, its JSON written with single quotes. */
    static String data(String json) {
        return "data: " + json.replace('\'', '"') + "\n\n";
    }

    /** An event with one delta of choice 0. */
    static String delta(String delta) {
        return data("{'choices':[{'index':0,'delta':" + delta + "}]}");
    }

    /** An event that finishes choice 0. */
    static String finish(String reason) {
        return data("{'choices':[{'index':0,'delta':{},'finish_reason':'" + reason + "'}]}");
    }

    static Reading stream() {
        return stream(1);
    }

    static Reading stream(int choices) {
        return stream(choices, ReaderLimits.defaults());
    }

    static Reading stream(int choices, ReaderLimits limits) {
        return new Reading(new Asked(true, choices), 200, Map.of("content-type", "text/event-stream"), limits);
    }

    static Reading json() {
        return json(ReaderLimits.defaults());
    }

    static Reading json(ReaderLimits limits) {
        return new Reading(new Asked(false, 1), 200, Map.of("content-type", "application/json; charset=utf-8"), limits);
    }

    /** A whole JSON answer, written with single quotes, under complete framing. */
    static Reading wholeJson(String json) {
        return json().read(json.replace('\'', '"')).end();
    }

    static Reading of(Asked asked, int status, Map<String, String> fields) {
        return new Reading(asked, status, fields, ReaderLimits.defaults());
    }

    /** One read. */
    Reading read(String text) {
        return read(text.getBytes(UTF_8));
    }

    Reading read(byte[] bytes) {
        received.add(reader.accept(bytes, 0, bytes.length));
        return this;
    }

    /** The body ends as its framing says. */
    Reading end() {
        reader.end(true);
        return this;
    }

    /** The connection breaks. */
    Reading cut() {
        reader.end(false);
        return this;
    }

    Completion completion() {
        return Objects.requireNonNull(reader.judge().completion());
    }

    Received last() {
        return received.getLast();
    }

    String answer() {
        return new String(reader.answer().json(), UTF_8);
    }

    List<StreamChunk.Kind> kinds() {
        return chunks.stream().map(StreamChunk::kind).toList();
    }
}
