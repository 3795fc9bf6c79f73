package dev.penstock.it.simulate;

/**
 * What may happen in a world, each kind counted: a run of many seeds in which one stays under its minimum proves less
 * than it says.
 *
 * <p>The number says how often a thousand seeds must at least have seen it.
 */
enum Event {
    CRASH(300),
    CRASH_BEFORE_COMMIT(100),
    CRASH_AFTER_COMMIT(100),
    CRASH_BEFORE_SEND(20),
    RESTART(300),
    DRAIN(50),
    FREEZE(200),
    FREEZE_BEYOND_LEASE(100),
    FREEZE_BEFORE_SEND(50),
    FREEZE_AFTER_COMMIT(50),
    NEW_IDENTITY(50),
    CLOCK_JUMP(100),
    STORE_AWAY(100),
    ACK_LOST_COMMITTED(200),
    ACK_LOST_UNDONE(200),
    COMMIT_UNCERTAIN(100),
    FENCED(50),
    OVERTAKEN(10),
    LATE_EVIDENCE(10),
    REPEAT_HERE(200),
    REPEAT_ELSEWHERE(200),
    REPEAT_LATER(200),
    OTHER_PAYLOAD(50),
    KEY_RING(50),
    KEY_CONFLICT(50),
    KEY_UNVERIFIABLE(20),
    LEADER_LEFT(50),
    LEADER_LEFT_JOINED_HERE(10),
    LEADER_LEFT_JOINED_ELSEWHERE(10),
    JOINER_LEFT(10),
    CANCEL(200),
    CANCEL_BESIDE(100),
    CANCEL_IN_LINE(50),
    CANCEL_CLAIMED(20),
    CANCEL_DISPATCHING(50),
    CANCEL_IN_BACKOFF(3),
    CANCELLED(50),
    REOPENED(50),
    DECISION(100),
    RERUN(50),
    RERUN_BEFORE_END(20),
    RETENTION(100),
    UNKNOWN(200),
    SUCCEEDED(1000),
    WAITED_FOR_PERMIT(100),
    RESERVED_EARLY(20),
    SENT_AGAIN(100),
    SEND_REFUSED_BY_GUARD(20),
    REFUSED_CONNECTION(100),
    RESET_IN_UPLOAD(50),
    RESET_BEFORE_ANSWER(50),
    CUT_ANSWER(50),
    SLOW_ANSWER(100),
    STALLED(50),
    INTERRUPTED(50),
    STATUS_RETRYABLE(200),
    STATUS_FINAL(50),
    STATUS_AMBIGUOUS(50),
    STOPPED(3);

    private final int perThousand;

    Event(int perThousand) {
        this.perThousand = perThousand;
    }

    /** How often so many seeds must have seen it. */
    long minimum(long seeds) {
        return perThousand * seeds / 1000;
    }
}
