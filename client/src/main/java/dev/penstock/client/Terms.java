package dev.penstock.client;

import dev.penstock.time.Deadline;
import org.jspecify.annotations.Nullable;

/**
 * Under which terms one attempt is made.
 *
 * @param deadline the operation's deadline
 * @param attemptEnd the attempt's own end, at or before the deadline (R-DEADLINE-3)
 * @param durable whether a repeat could find the answer
 * @param keepsEvents whether a stream's own events are kept, since the caller asked for a stream
 * @param feed who reads the stream live
 * @param traceParent goes out with it; null for none
 */
record Terms(
        Deadline deadline,
        Deadline attemptEnd,
        boolean durable,
        boolean keepsEvents,
        Feed feed,
        @Nullable TraceParent traceParent) {}
