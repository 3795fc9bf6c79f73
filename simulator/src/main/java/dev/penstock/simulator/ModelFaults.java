package dev.penstock.simulator;

import dev.penstock.simulator.look.UsagePlace;
import dev.penstock.simulator.script.Answer.Shape;
import dev.penstock.simulator.script.Answer.StreamError;
import dev.penstock.simulator.script.Behaviour;
import dev.penstock.simulator.script.BehaviourBuilder;
import dev.penstock.simulator.script.CutPoint;
import dev.penstock.simulator.script.Ending.How;
import dev.penstock.simulator.script.Framing.LineEnd;
import dev.penstock.simulator.script.Malformed;
import dev.penstock.simulator.script.Span;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The faults that are asked for by the model's name, so that any client can try them. */
final class ModelFaults {

    static final String PREFIX = "sim-";

    private static final String QUOTA =
            "{\"error\":{\"message\":\"You exceeded your current quota\",\"type\":\"insufficient_quota\","
                    + "\"param\":null,\"code\":\"insufficient_quota\"}}";

    private static final Map<String, Fault> FAULTS = new LinkedHashMap<>();

    static {
        statuses();
        pauses();
        cuts();
        stalls();
        malformed();
        framings();
        errors();
        finishes();
        contents();
        connections();
    }

    private ModelFaults() {}

    private static void statuses() {
        add("quota", "429 with the code insufficient_quota", then -> then.status(429, "application/json", QUOTA));
        add("retry-after", "429 with Retry-After: 1", then -> then.status(429).header("Retry-After", "1"));
        add("redirect", "307 to another host", then -> then.redirect(307, "http://elsewhere.invalid/"));
    }

    private static void pauses() {
        add("slow", "the answer begins after 2 s", then -> then.delay(Duration.ofSeconds(2)));
        add(
                "queue",
                "keep-alives every 200 ms for 2 s, then the answer",
                then -> then.pace(pace -> pace.queue(millis(2_000)).keepAlive(millis(200))));
        add("drip", "16 bytes every 50 ms", then -> then.pace(pace -> pace.drip(16, millis(50))));
    }

    private static void cuts() {
        add("close-after-request", "the request is read, then FIN", then -> then.cutAtByte(0, How.FIN));
        add("reset-after-request", "the request is read, then RST", then -> then.cutAtByte(0, How.RST));
        add("cut-mid-head", "FIN within the head", then -> then.cutAtByte(20, How.FIN));
        add("cut-mid-stream", "FIN after 3 deltas", then -> then.cutAfterDeltas(3, How.FIN));
        add("reset-mid-stream", "RST after 3 deltas", then -> then.cutAfterDeltas(3, How.RST));
        add("cut-mid-body", "FIN after 40 bytes of the body", then -> then.cutAtBodyByte(40, How.FIN));
    }

    private static void stalls() {
        add("stall", "no byte ever comes", then -> then.stall(CutPoint.START));
        add("stall-after-head", "the head comes, then nothing", then -> then.stall(new CutPoint.AtBodyByte(0)));
        add("stall-mid-stream", "nothing after 3 deltas", then -> then.stall(new CutPoint.AfterDeltas(3)));
        add("keep-alive-only", "keep-alives every 200 ms for ever", then -> then.keepAliveOnly(Duration.ofMillis(200)));
    }

    private static void malformed() {
        add("malformed-http", "something that is not HTTP", then -> then.malformed(Malformed.HTTP));
        add("malformed-chunk", "a chunk size that is no number", then -> then.malformed(Malformed.CHUNK));
        add("malformed-json", "half a JSON object, framed as complete", then -> then.malformed(Malformed.JSON));
        add("malformed-event", "an event that is not JSON", then -> then.malformed(Malformed.EVENT));
        add("html", "a web page with status 200", then -> then.malformed(Malformed.HTML));
    }

    private static void framings() {
        add("long-length", "a content-length 5 bytes too long", then -> then.framing(wire -> wire.wrongLength(5)));
        add("short-length", "a content-length 5 bytes too short", then -> then.framing(wire -> wire.wrongLength(-5)));
        add(
                "missing-last-chunk",
                "FIN in place of the last chunk",
                then -> then.framing(wire -> wire.missingLastChunk()));
        add("gzip", "a compressed body", then -> then.framing(wire -> wire.gzip()));
        add("mislabelled", "a plain body that says it is br", then -> then.header("Content-Encoding", "br"));
        add("crlf", "events with CRLF", then -> then.framing(wire -> wire.lineEnd(LineEnd.CRLF)));
        add("cr", "events with CR alone", then -> then.framing(wire -> wire.lineEnd(LineEnd.CR)));
        add("no-space", "events with no space after data:", then -> then.framing(wire -> wire.dataSpace(false)));
    }

    private static void errors() {
        add(
                "error-first",
                "an error object as the first event",
                then -> then.answer(answer -> answer.error(new StreamError(0, StreamError.OVERLOADED, false, false))));
        add(
                "error-mid-stream",
                "an error object after 3 deltas",
                then -> then.answer(answer -> answer.error(new StreamError(3, StreamError.OVERLOADED, false, false))));
        add(
                "error-event",
                "the same as an event named error, then [DONE]",
                then -> then.answer(answer -> answer.error(new StreamError(3, StreamError.OVERLOADED, true, true))));
    }

    private static void finishes() {
        add("no-done", "a stream without [DONE]", then -> then.answer(answer -> answer.done(false)));
        add("no-finish", "no finish reason", then -> then.answer(answer -> answer.noFinish()));
        add(
                "truncated",
                "neither finish reason nor [DONE]",
                then -> then.answer(answer -> answer.noFinish().done(false)));
        add("empty", "no content", then -> then.answer(answer -> answer.text("")));
        finish("length");
        finish("content_filter");
        finish("insufficient_system_resource");
        finish("aborted");
        finish("unheard_of");
    }

    private static void contents() {
        add("reasoning", "20 tokens of reasoning first", then -> then.answer(answer -> answer.reasoningTokens(20)));
        add(
                "reasoning-only",
                "reasoning and no content",
                then -> then.answer(answer -> answer.reasoningTokens(20).text("")));
        add("no-usage", "no usage", then -> then.answer(answer -> answer.usage(UsagePlace.OMITTED)));
        add(
                "usage-chunk",
                "usage in a chunk of its own",
                then -> then.answer(answer -> answer.usage(UsagePlace.SEPARATE_CHUNK)));
        add("usage-late", "usage after [DONE]", then -> then.answer(answer -> answer.usage(UsagePlace.AFTER_DONE)));
        add(
                "json-for-stream",
                "one JSON object, whatever was asked for",
                then -> then.answer(answer -> answer.shape(Shape.JSON)));
    }

    private static void connections() {
        add("close", "a whole answer, then the connection is closed", then -> then.close());
        add(
                "close-idle",
                "the kept connection is closed after 200 ms without notice",
                then -> then.closeIdle(Duration.ofMillis(200)));
    }

    private record Fault(String meaning, UnaryOperator<BehaviourBuilder> then) {}

    private static void add(String name, String meaning, UnaryOperator<BehaviourBuilder> then) {
        FAULTS.put(PREFIX + name, new Fault(meaning, then));
    }

    private static void finish(String reason) {
        add(reason.replace('_', '-'), "finish reason " + reason, then -> then.answer(answer -> answer.finish(reason)));
    }

    private static Span millis(long millis) {
        return Span.of(Duration.ofMillis(millis));
    }

    /** The names and what they do. */
    static Map<String, String> meanings() {
        Map<String, String> meanings = new LinkedHashMap<>();
        meanings.put(PREFIX + "NNN", "the status NNN, from 200 to 999, with the body that explains it");
        FAULTS.forEach((name, fault) -> meanings.put(name, fault.meaning()));
        return meanings;
    }

    /** What a model's name asks for, beginning with a script's defaults. */
    static Optional<Behaviour> find(String model, Behaviour defaults) {
        if (model.matches(PREFIX + "[2-9][0-9]{2}")) {
            int status = Integer.parseInt(model.substring(PREFIX.length()));
            return Optional.of(defaults.toBuilder().status(status).build());
        }
        return Optional.ofNullable(FAULTS.get(model))
                .map(fault -> fault.then().apply(defaults.toBuilder()).build());
    }
}
