package dev.penstock.simulator.log;

import dev.penstock.simulator.look.Usage;
import org.jspecify.annotations.Nullable;

/**
 * One request in the log. Immutable: an entry that is still in progress is a snapshot.
 *
 * @param id counts the requests from 1 in the order of their first bytes
 * @param connectionId counts the connections from 1 in the order of their acceptance
 * @param moments when it happened
 * @param received what arrived
 * @param answered what was answered
 */
public record LogEntry(long id, long connectionId, Moments moments, Received received, Answered answered) {

    /**
     * Whether everything about the request has ended, work after the client's leaving included.
     *
     * @return true for an entry that will not change
     */
    public boolean isFinished() {
        return answered.outcome() != null && moments.workFinishedAt() != null;
    }

    /**
     * Whether the whole request was read.
     *
     * @return true if it arrived
     */
    public boolean isReceived() {
        return moments.receivedAt() != null;
    }

    /**
     * The HTTP status.
     *
     * @return the status, null if none was chosen
     */
    public @Nullable Integer status() {
        return answered.status();
    }

    /**
     * How it ended.
     *
     * @return the outcome, null while in progress
     */
    public @Nullable Outcome outcome() {
        return answered.outcome();
    }

    /**
     * What is billed.
     *
     * @return the usage, null where nothing is, or not yet
     */
    public @Nullable Usage usage() {
        return answered.usage();
    }

    /**
     * The entry as one line of JSON.
     *
     * @return the line, without its line end
     */
    public String toJson() {
        return LogLine.of(this);
    }
}
