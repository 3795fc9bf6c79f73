package dev.penstock.queue;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Something that became of a message. No event holds a prompt or an answer. */
public sealed interface QueueEvent {

    /**
     * It was acknowledged: its outcome is committed, and its result published where somebody wants it.
     *
     * @param code "" for an answer, else the result's code, for example {@code outcome_unknown}
     * @param replayed whether that was so before this delivery: nothing was sent for it
     */
    record Acknowledged(String code, boolean replayed) implements QueueEvent {}

    /**
     * It was rejected: it can never be done.
     *
     * @param name its publisher's name for it, null if it has none
     * @param code {@code invalid_request}, {@code idempotency_key_reused} or {@code fingerprint_unverifiable}
     * @param reason what is wrong with it
     */
    record Rejected(@Nullable String name, String code, String reason) implements QueueEvent {}

    /**
     * It is kept and tried again after a pause.
     *
     * @param why what is in the way
     * @param pause how long
     */
    record Waits(String why, Duration pause) implements QueueEvent {}

    /**
     * It was given back to the queue.
     *
     * @param why what was in the way
     */
    record GivenBack(String why) implements QueueEvent {}

    /** The connection that it came on was lost: it is delivered again. */
    record Lost() implements QueueEvent {}
}
