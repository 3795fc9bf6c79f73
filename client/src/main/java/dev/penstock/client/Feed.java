package dev.penstock.client;

import dev.penstock.provider.completion.StreamChunk;
import dev.penstock.time.Deadline;
import java.util.function.Supplier;

/**
 * The way of one operation's stream to whoever reads it live. The operation's own thread uses it, except for {@link
 * #wake} and {@link #close}.
 */
interface Feed {

    /** Nobody reads live. */
    Feed NONE = new Feed() {};

    /** Whether somebody reads, or read, live. */
    default boolean isLive() {
        return false;
    }

    /**
     * An attempt begins: what was held back of an earlier one is forgotten.
     *
     * @param by until when the reader may take its time: the operation's deadline
     * @param standing where the operation stands, asked for before the first event
     */
    default void begin(Deadline by, Supplier<OperationInfo> standing) {}

    /** Takes an event and gives the reader what it may have by now. */
    default void give(StreamChunk chunk) {}

    /** The attempt has brought all it brings. */
    default void pause() {}

    /**
     * Gives the reader what was held until the outcome is committed.
     *
     * @param operation where the operation stands
     */
    default void end(OperationInfo operation) {}

    /** Whether the reader was given anything: then nothing takes its place (R-STREAM-3). */
    default boolean isDelivered() {
        return false;
    }

    /** The attempt is broken off: wakes the thread that is blocked in the reader, and lets it in no more until the end. */
    default void wake() {}

    /** Nobody reads any more: wakes the thread that is blocked in the reader, and lets it in no more. */
    default void close() {}
}
