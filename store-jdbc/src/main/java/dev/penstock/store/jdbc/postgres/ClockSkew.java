package dev.penstock.store.jdbc.postgres;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * How far this machine's wall clock is from the server's. Nothing is decided by it, since leases and due times are compared
 * on the server's clock; but whoever reads two machines' logs side by side is to know (B086). Thread-safe.
 */
final class ClockSkew {

    /** A third of a lease: more than a look's round trip, less than what anybody could mistake for a death. */
    static final Duration WORTH_SAYING = Duration.ofSeconds(5);

    private static final System.Logger LOG = System.getLogger(ClockSkew.class.getName());

    private final InstantSource wall;
    private final Consumer<Duration> alarm;
    private final AtomicBoolean said = new AtomicBoolean();

    /**
     * A skew of which nothing was said yet.
     *
     * @param wall this machine's clock
     * @param alarm told how far it is ahead of the server's, negative if behind, once each time that it has gone astray
     */
    ClockSkew(InstantSource wall, Consumer<Duration> alarm) {
        this.wall = wall;
        this.alarm = alarm;
    }

    /** One that warns in the log. */
    static ClockSkew logged(InstantSource wall) {
        return new ClockSkew(wall, ahead -> LOG.log(System.Logger.Level.WARNING, text(ahead)));
    }

    /**
     * Compares.
     *
     * @param serverMillis what the server's clock just said, epoch milliseconds
     */
    void seen(long serverMillis) {
        long ahead = wall.millis() - serverMillis;
        boolean astray = Math.abs(ahead) >= WORTH_SAYING.toMillis();
        if (said.get() != astray && said.compareAndSet(!astray, astray) && astray) {
            alarm.accept(Duration.ofMillis(ahead));
        }
    }

    private static String text(Duration ahead) {
        return "this machine's clock is " + ahead.abs().toSeconds() + " s "
                + (ahead.isNegative() ? "behind" : "ahead of")
                + " the database's: leases and deadlines go by the database's and hold, but times in this machine's logs"
                + " differ from those in the record; synchronise its clock (NTP)";
    }
}
