package dev.penstock.client;

import dev.penstock.time.Deadline;
import dev.penstock.time.Time;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is done again and again beside the calls, with nobody to tell of a fault of ours: it is logged, and the next round
 * comes all the same, since without it leases, permits or results would be kept for ever. A fault that comes back is logged
 * once a minute. For one thread.
 */
final class Unattended {

    private static final System.Logger LOG = System.getLogger(Unattended.class.getName());

    private static final Duration QUIET = Duration.ofMinutes(1);

    private final String what;
    private final Time time;
    private @Nullable Deadline quiet;

    /**
     * Nothing is done yet.
     *
     * @param what is done, for the log
     */
    Unattended(String what, Time time) {
        this.what = what;
        this.time = time;
    }

    /** What one round does; it deals with what it expects by itself. */
    @FunctionalInterface
    interface Round {

        /** Does it. */
        void run() throws InterruptedException;
    }

    /** Does one round. */
    void round(Round round) throws InterruptedException {
        try {
            round.run();
        } catch (RuntimeException e) {
            if (quiet == null || quiet.isExpired()) {
                quiet = time.deadlineAfter(QUIET);
                LOG.log(System.Logger.Level.ERROR, "a fault in " + what + ", which goes on all the same", e);
            }
        }
    }
}
