package dev.penstock.simulator;

import dev.penstock.simulator.answer.Generation;
import dev.penstock.simulator.script.Header;
import dev.penstock.simulator.script.Reply.Segment;
import java.util.List;

/** What is going to be sent. */
sealed interface Response {

    /** A body that is there already. */
    @SuppressWarnings("ArrayRecordComponent") // handed over once, never compared
    record Ready(int status, String contentType, byte[] body, List<Header> headers) implements Response {

        static Ready json(int status, byte[] body) {
            return new Ready(status, "application/json", body, List.of());
        }
    }

    /** An answer that is generated. */
    record Generated(Generation generation) implements Response {}

    /** Bytes instead of a response. */
    record Raw(List<Segment> segments) implements Response {}

    /** Nothing. */
    record Nothing() implements Response {}
}
