package dev.penstock.it.gateway;

import dev.penstock.it.gateway.Fault.Ends;
import java.util.List;

/**
 * The sixteen provider faults of the public failover benchmark, as scripts of our simulator, and what a caller gets in
 * each of the two published modes. Long waits are shortened, and deadlines with them.
 */
final class Faults {

    private static final String LONG_ANSWER = "answer: {tokens: 60, deltas: 60}, delay: {between_chunks: 5ms}";

    /** All but S15, which is about many requests. */
    static final List<Fault> ALL = List.of(
            new Fault("S01", "429 with Retry-After: 2, once", true)
                    .rule("nth: 1", "status: 429, headers: {Retry-After: \"2\"}")
                    .live(Ends.ANSWER, 2)
                    .buffered(Ends.ANSWER, 2),
            new Fault("S02", "429, always", true)
                    .rule("", "status: 429")
                    .live(Ends.error(429, "upstream_rate_limited"), 4)
                    .buffered(Ends.ANSWER, 4),
            new Fault("S03", "500, once", true)
                    .rule("nth: 1", "status: 500")
                    .live(Ends.ANSWER, 2)
                    .buffered(Ends.ANSWER, 2),
            new Fault("S04", "503, always", true)
                    .rule("", "status: 503")
                    .live(Ends.error(503, "upstream_unavailable"), 4)
                    .buffered(Ends.ANSWER, 4),
            new Fault("S05", "reset before any byte of the answer", true)
                    .rule("", "cut: {at_byte: 0, with: rst}")
                    .live(Ends.error(409, "outcome_unknown"), 1)
                    .buffered(Ends.ANSWER, 4),
            new Fault("S06", "silence", true)
                    .rule("", "stall: {at_byte: 0}")
                    .live(Ends.error(409, "outcome_unknown"), 1)
                    .buffered(Ends.error(409, "outcome_unknown"), 1),
            new Fault("S07", "the first token comes late", true)
                    .rule("", "delay: {queue: 1s}, keep_alive: never")
                    .live(Ends.ANSWER, 1)
                    .buffered(Ends.ANSWER, 1),
            new Fault("S08", "FIN after 40 of 60 tokens", true)
                    .rule("", LONG_ANSWER + ", cut: {after_deltas: 40, with: fin}")
                    .live(Ends.inBand("outcome_unknown"), 1)
                    .buffered(Ends.ANSWER, 4),
            new Fault("S09", "stalls after 40 of 60 tokens", true)
                    .rule("", LONG_ANSWER + ", stall: {after_deltas: 40}")
                    .live(Ends.inBand("outcome_unknown"), 1)
                    .buffered(Ends.error(409, "outcome_unknown"), 1),
            new Fault("S10", "an event that is not JSON", true)
                    .rule("", "malformed: event")
                    .live(Ends.error(424, "response_unusable"), 1)
                    .buffered(Ends.error(424, "response_unusable"), 1),
            new Fault("S11", "a finish, no [DONE]", true)
                    .rule("", "answer: {done: false}")
                    .live(Ends.ANSWER, 1)
                    .buffered(Ends.ANSWER, 1),
            new Fault("S12", "400: the context is too long", true)
                    .rule("", "status: 400, body: '" + Fault.error("context_length_exceeded") + "'")
                    .live(Ends.error(400, "context_length_exceeded"), 1)
                    .buffered(Ends.error(400, "context_length_exceeded"), 1),
            new Fault("S13", "400: refused by the content filter", true)
                    .rule("", "status: 400, body: '" + Fault.error("content_filter") + "'")
                    .live(Ends.error(400, "content_filter"), 1)
                    .buffered(Ends.error(400, "content_filter"), 1),
            new Fault("S14", "RST after 40 of 60 tokens, and nobody may go on with the text", true)
                    .rule("", LONG_ANSWER + ", cut: {after_deltas: 40, with: rst}")
                    .live(Ends.inBand("outcome_unknown"), 1)
                    .buffered(Ends.ANSWER, 4),
            new Fault("S16", "503, not streamed: which model answered, and its usage", false)
                    .rule("", "status: 503")
                    .live(Ends.error(503, "upstream_unavailable"), 4)
                    .buffered(Ends.ANSWER, 4));

    private Faults() {}
}
