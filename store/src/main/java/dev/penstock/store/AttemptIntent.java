package dev.penstock.store;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is about to be sent, durable before the first byte (R-OP-5).
 *
 * @param number counted from 1 within the generation, whether charged or not
 * @param kind original or retry
 * @param route the route's name
 * @param model the model that is asked for upstream
 * @param edits the splices that were made to the caller's body, "" for none
 * @param streamed whether the answer is asked for as a stream
 * @param hardLimit how long the attempt can last at most: a rerun waits for it
 * @param mustRemain how much of the deadline must be left on the store's clock for the intent to hold
 * @param waited how long it slept in backoff before this attempt, null for none
 */
public record AttemptIntent(
        int number,
        Kind kind,
        String route,
        String model,
        String edits,
        boolean streamed,
        Duration hardLimit,
        Duration mustRemain,
        @Nullable Duration waited) {

    /** Whether an attempt is the operation's first or one more (R-ATTEMPT-2). */
    public enum Kind {
        /** The first of its generation to be launched. */
        ORIGINAL,
        /** Any later one. */
        RETRY
    }
}
