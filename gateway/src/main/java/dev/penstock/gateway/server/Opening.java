package dev.penstock.gateway.server;

import dev.penstock.store.Bytes;

/** What becomes of a request once its head is known, before its body is read. */
public sealed interface Opening {

    /**
     * It is answered at once; its body is not read.
     *
     * @param reply the answer
     */
    record Refused(Reply reply) implements Opening {}

    /**
     * Its body is read, and then it is served.
     *
     * @param course what serves it
     */
    record Accepted(Course course) implements Opening {}

    /** What serves a whole request. Called on a virtual thread of its own; may block. */
    @FunctionalInterface
    interface Course {

        /**
         * Answers, by a reply or by a stream. An exception before that becomes a 500 without details, one in a stream
         * cuts the connection.
         *
         * @param exchange where to answer
         * @param body the request's body, empty if there was none
         * @throws InterruptedException if the server stops
         */
        void run(Exchange exchange, Bytes body) throws InterruptedException;
    }
}
