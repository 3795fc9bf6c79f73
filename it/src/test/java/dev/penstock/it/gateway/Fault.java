package dev.penstock.it.gateway;

import java.util.Locale;

/**
 * One fault of a provider, and what comes of it in each of the two published modes.
 *
 * @param id its number in the benchmark
 * @param what happens
 * @param stream whether the caller asks for a stream
 * @param rule the simulator's rule
 * @param live in the mode `live`, `after_rejection`, no fallback
 * @param buffered in the mode `buffered`, `after_anything`, one fallback
 */
record Fault(String id, String what, boolean stream, String rule, Expected live, Expected buffered) {

    private static final Expected NOTHING = new Expected(Ends.ANSWER, 0, 0);

    /**
     * How a call ends for its caller.
     *
     * @param status the HTTP status
     * @param code the error's code; "" for a whole answer
     * @param byFallback whether the fallback answers
     */
    record Ends(int status, String code, boolean byFallback) {

        /** A whole answer of the primary's. */
        static final Ends ANSWER = new Ends(200, "", false);

        /** A whole answer of the fallback's. */
        static final Ends FALLBACK = new Ends(200, "", true);

        static Ends error(int status, String code) {
            return new Ends(status, code, false);
        }

        /** An error within a stream that had begun. */
        static Ends inBand(String code) {
            return new Ends(200, code, false);
        }

        boolean isAnswer() {
            return code.isEmpty();
        }

        boolean isInBand() {
            return status == 200 && !isAnswer();
        }

        @Override
        public String toString() {
            return isAnswer()
                    ? byFallback ? "the fallback's answer" : "answer"
                    : isInBand() ? "in-band `" + code + "`" : status + " `" + code + "`";
        }
    }

    /**
     * What comes of it.
     *
     * @param ends for the caller
     * @param leastSends the fewest requests that reach the primary
     * @param mostSends the most
     */
    record Expected(Ends ends, int leastSends, int mostSends) {

        @Override
        public String toString() {
            return ends + " | " + (leastSends == mostSends ? "" : leastSends + " to ") + mostSends;
        }
    }

    Fault(String id, String what, boolean stream) {
        this(id, what, stream, "", NOTHING, NOTHING);
    }

    Fault rule(String when, String then) {
        String line = "  - {when: {model: \"" + model() + "\"" + (when.isEmpty() ? "" : ", " + when) + "}, then: {"
                + then + "}}\n";
        return new Fault(id, what, stream, line, live, buffered);
    }

    Fault live(Ends ends, int least, int most) {
        return new Fault(id, what, stream, rule, new Expected(ends, least, most), buffered);
    }

    Fault buffered(Ends ends, int least, int most) {
        return new Fault(id, what, stream, rule, live, new Expected(ends, least, most));
    }

    /** The model that the primary knows it by. */
    String model() {
        return "fault-" + id.toLowerCase(Locale.ROOT);
    }

    /** A row of the table in the documentation. */
    String row() {
        return "| " + id + " | " + what + " | " + live + " | " + buffered + " |";
    }

    /** An error's body. */
    static String error(String code) {
        return "{\"error\":{\"message\":\"no\",\"type\":\"invalid_request_error\",\"param\":null,\"code\":\"" + code
                + "\"}}";
    }
}
