package dev.penstock.policy.admission;

import dev.penstock.time.Deadline;
import org.jspecify.annotations.Nullable;

/**
 * How many of an account's permits this process may use now, and until when: the block that it has leased (design 9), or
 * everything where it has the account to itself. It may change at any time, to less and to nothing too.
 *
 * @param permits permits that may be charged here, 0 or more
 * @param attemptsEndBy when every attempt started under it has to have ended; null if it does not run out, and with no
 *     permits: nothing is leased until somebody waits for it, so that nobody can say how long that takes
 */
public record PermitSupply(int permits, @Nullable Deadline attemptsEndBy) {

    /** Everything that the limit allows, without end. */
    public static final PermitSupply UNBOUNDED = new PermitSupply(Integer.MAX_VALUE, null);

    /** Refuses a negative number. */
    public PermitSupply {
        if (permits < 0) {
            throw new IllegalArgumentException("permits must not be negative, was " + permits);
        }
    }

    /** Whether the first one who waits makes it come: whatever was seen before foretells nothing of that. */
    boolean isYetToBeLeased() {
        return permits == 0 && attemptsEndBy == null;
    }

    /** What may be charged now: nothing once too little time is left for an attempt. */
    int usable(long minimumUsefulNanos) {
        return attemptsEndBy == null || attemptsEndBy.remainingNanos() >= minimumUsefulNanos ? permits : 0;
    }
}
