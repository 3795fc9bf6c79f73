package dev.penstock.it.gateway;

import dev.penstock.it.gateway.Fault.Ends;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The sixteen provider faults of the public failover benchmark, as scripts of our simulator, and what a caller gets in
 * each of the two published modes. Long waits are shortened, and deadlines with them.
 */
final class Faults {

    private static final int BEFORE_THE_CUT = 40;
    private static final int TOKENS = 60;

    /** What the primary says. */
    static final String PRIMARY_TEXT = words("primary", TOKENS);

    /** What the fallback says: no word of it is the primary's. */
    static final String FALLBACK_TEXT = words("fallback", TOKENS);

    /** What the primary says before a stream of it is cut. */
    static final String TEXT_BEFORE_THE_CUT = words("primary", BEFORE_THE_CUT) + " ";

    static final int PRIMARY_PROMPT = 12;
    static final int PRIMARY_COMPLETION = 60;
    static final int FALLBACK_PROMPT = 11;
    static final int FALLBACK_COMPLETION = 77;

    private static final String CUT = "after_deltas: " + BEFORE_THE_CUT;

    /** Sends to the primary in the outage of S15, beside one each time that the circuit half opens. */
    static final int OUTAGE_ATTEMPTS = 3;

    /** The row of S15, which is about many requests. */
    static final String OUTAGE_ROW = "| S15 | 503 for a minute, fifteen requests one after another | – | – |"
            + " the fallback's answer, all fifteen | 1 to 7 |";

    /** All but S15. */
    static final List<Fault> ALL = List.of(
            new Fault("S01", "429 with Retry-After: 2, once", true)
                    .rule("nth: 1", "status: 429, headers: {Retry-After: \"2\"}")
                    .live(Ends.ANSWER, 2, 2)
                    .buffered(Ends.FALLBACK, 1, 1),
            new Fault("S02", "429, always", true)
                    .rule("", "status: 429")
                    .live(Ends.error(429, "upstream_rate_limited"), 2, 4)
                    .buffered(Ends.FALLBACK, 1, 1),
            new Fault("S03", "500, once", true)
                    .rule("nth: 1", "status: 500")
                    .live(Ends.ANSWER, 2, 2)
                    .buffered(Ends.FALLBACK, 1, 1),
            new Fault("S04", "503, always", true)
                    .rule("", "status: 503")
                    .live(Ends.error(503, "upstream_unavailable"), 2, 4)
                    .buffered(Ends.FALLBACK, 1, 1),
            new Fault("S05", "reset before any byte of the answer", true)
                    .rule("", "cut: {at_byte: 0, with: rst}")
                    .live(Ends.error(409, "outcome_unknown"), 1, 1)
                    .buffered(Ends.FALLBACK, 1, 1),
            new Fault("S06", "silence", true)
                    .rule("", "stall: {at_byte: 0}")
                    .live(Ends.error(409, "outcome_unknown"), 1, 1)
                    .buffered(Ends.error(409, "outcome_unknown"), 1, 1),
            new Fault("S07", "the first token comes late", true)
                    .rule("", "delay: {queue: 1s}, keep_alive: never")
                    .live(Ends.ANSWER, 1, 1)
                    .buffered(Ends.ANSWER, 1, 1),
            new Fault("S08", "FIN after 40 of 60 tokens", true)
                    .rule("", "cut: {" + CUT + ", with: fin}")
                    .live(Ends.inBand("outcome_unknown"), 1, 1)
                    .buffered(Ends.FALLBACK, 1, 1),
            new Fault("S09", "stalls after 40 of 60 tokens", true)
                    .rule("", "stall: {" + CUT + "}")
                    .live(Ends.inBand("outcome_unknown"), 1, 1)
                    .buffered(Ends.error(409, "outcome_unknown"), 1, 1),
            new Fault("S10", "an event that is not JSON", true)
                    .rule("", "malformed: event")
                    .live(Ends.error(424, "response_unusable"), 1, 1)
                    .buffered(Ends.error(424, "response_unusable"), 1, 1),
            new Fault("S11", "a finish, no [DONE]", true)
                    .rule("", "answer: {done: false}")
                    .live(Ends.ANSWER, 1, 1)
                    .buffered(Ends.ANSWER, 1, 1),
            new Fault("S12", "400: the context is too long", true)
                    .rule("", "status: 400, body: '" + Fault.error("context_length_exceeded") + "'")
                    .live(Ends.error(400, "context_length_exceeded"), 1, 1)
                    .buffered(Ends.error(400, "context_length_exceeded"), 1, 1),
            new Fault("S13", "400: refused by the content filter", true)
                    .rule("", "status: 400, body: '" + Fault.error("content_filter") + "'")
                    .live(Ends.error(400, "content_filter"), 1, 1)
                    .buffered(Ends.error(400, "content_filter"), 1, 1),
            new Fault("S14", "RST after 40 of 60 tokens, and nobody may go on with the text", true)
                    .rule("", "cut: {" + CUT + ", with: rst}")
                    .live(Ends.inBand("outcome_unknown"), 1, 1)
                    .buffered(Ends.FALLBACK, 1, 1),
            new Fault("S16", "503, not streamed: which model answered, and its usage", false)
                    .rule("", "status: 503")
                    .live(Ends.error(503, "upstream_unavailable"), 2, 4)
                    .buffered(Ends.FALLBACK, 1, 1));

    private Faults() {}

    /** The primary's script. */
    static String primary() {
        return defaults(PRIMARY_TEXT, PRIMARY_PROMPT, PRIMARY_COMPLETION)
                + "rules:\n"
                + ALL.stream().map(Fault::rule).collect(Collectors.joining());
    }

    /** The fallback's script: it has no fault. */
    static String fallback() {
        return defaults(FALLBACK_TEXT, FALLBACK_PROMPT, FALLBACK_COMPLETION);
    }

    private static String defaults(String text, int prompt, int completion) {
        return "defaults: {answer: {text: \"" + text + "\", usage: {count: {prompt: " + prompt + ", completion: "
                + completion + "}}}, delay: {between_chunks: 5ms}}\n";
    }

    private static String words(String name, int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> name + "-" + i).collect(Collectors.joining(" "));
    }
}
