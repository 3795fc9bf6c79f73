package dev.penstock.client;

import dev.penstock.time.Deadline;
import dev.penstock.time.Time;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What is done again and again beside the calls, with nobody to tell of a fault of ours: it is logged, and the next round
 * comes all the same, since without it leases, permits or results would be kept for ever. A fault that comes back is logged
 * once a minute, and never its message, which may hold what was asked or answered. For one thread.
 */
final class Unattended {

    private static final System.Logger LOG = System.getLogger(Unattended.class.getName());

    private static final Duration QUIET = Duration.ofMinutes(1);

    /** So much of where it came from is enough to find it. */
    private static final int FRAMES = 12;

    private final String what;
    private final Time time;
    private final Map<String, Deadline> quiet = new HashMap<>();

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
            tell(e);
        }
    }

    /** What one round does that tells something. */
    @FunctionalInterface
    interface Question<T> {

        /** Does it. */
        T ask() throws InterruptedException;
    }

    /** Does one round that tells something; after a fault it tells what is given here. */
    <T> T ask(Question<T> question, T otherwise) throws InterruptedException {
        try {
            return question.ask();
        } catch (RuntimeException e) {
            tell(e);
            return otherwise;
        }
    }

    /** Does what never waits. */
    void run(Runnable round) {
        try {
            round.run();
        } catch (RuntimeException e) {
            tell(e);
        }
    }

    private void tell(RuntimeException fault) {
        quiet.values().removeIf(Deadline::isExpired);
        String trace = trace(fault);
        if (quiet.putIfAbsent(trace, time.deadlineAfter(QUIET)) == null) {
            LOG.log(System.Logger.Level.ERROR, "a fault in {0}, which goes on all the same: {1}", what, trace);
        }
    }

    private static String trace(RuntimeException fault) {
        return fault.getClass().getName()
                + Arrays.stream(fault.getStackTrace())
                        .limit(FRAMES)
                        .map(frame -> System.lineSeparator() + "\tat " + frame)
                        .collect(Collectors.joining());
    }
}
