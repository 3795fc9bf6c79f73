package dev.penstock.it.gateway;

/**
 * One fault of a provider.
 *
 * @param id its number in the benchmark
 * @param what happens
 * @param stream whether the caller asks for a stream
 * @param rule the simulator's rule
 * @param live what a caller gets in the mode `live`, `after_rejection`, no fallback
 * @param liveSends the most requests that reach the provider then
 * @param buffered what a caller gets in the mode `buffered`, `after_anything`, one fallback
 * @param bufferedSends the most requests that reach the primary then
 */
record Fault(
        String id,
        String what,
        boolean stream,
        String rule,
        Ends live,
        int liveSends,
        Ends buffered,
        int bufferedSends) {

    /**
     * How a call ends for its caller.
     *
     * @param status the HTTP status
     * @param code the error's code; "" for a whole answer
     */
    record Ends(int status, String code) {

        /** A whole answer. */
        static final Ends ANSWER = new Ends(200, "");

        static Ends error(int status, String code) {
            return new Ends(status, code);
        }

        /** An error within a stream that had begun. */
        static Ends inBand(String code) {
            return new Ends(200, code);
        }

        boolean isAnswer() {
            return code.isEmpty();
        }

        @Override
        public String toString() {
            return isAnswer() ? "answer" : status == 200 ? "in-band `" + code + "`" : status + " `" + code + "`";
        }
    }

    Fault(String id, String what, boolean stream) {
        this(id, what, stream, "", Ends.ANSWER, 0, Ends.ANSWER, 0);
    }

    Fault rule(String when, String then) {
        String line = "  - {when: {model: \"" + model() + "\"" + (when.isEmpty() ? "" : ", " + when) + "}, then: {"
                + then + "}}\n";
        return new Fault(id, what, stream, line, live, liveSends, buffered, bufferedSends);
    }

    Fault live(Ends ends, int sends) {
        return new Fault(id, what, stream, rule, ends, sends, buffered, bufferedSends);
    }

    Fault buffered(Ends ends, int sends) {
        return new Fault(id, what, stream, rule, live, liveSends, ends, sends);
    }

    /** The model that the primary knows it by. */
    String model() {
        return "fault-" + id.toLowerCase(java.util.Locale.ROOT);
    }

    /** A row of the table in the documentation. */
    String row() {
        return "| " + id + " | " + what + " | " + live + " | " + liveSends + " | " + buffered + " | " + bufferedSends
                + " |";
    }

    /** An error's body. */
    static String error(String code) {
        return "{\"error\":{\"message\":\"no\",\"type\":\"invalid_request_error\",\"param\":null,\"code\":\"" + code
                + "\"}}";
    }
}
