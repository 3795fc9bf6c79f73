package dev.penstock.cli.ledger;

import dev.penstock.cli.terminal.Refusal;
import dev.penstock.store.jdbc.CrashHook;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Ends the process at a named commit, as a power cut would: for the tests that prove what a crash leaves behind.
 * {@code -Dpenstock.crash=after-intent-commit:17} ends it when the 17th intent has been committed.
 */
final class CrashPoint implements CrashHook {

    private static final String PROPERTY = "penstock.crash";

    private final Point point;
    private final AtomicLong left;

    private CrashPoint(Point point, long count) {
        this.point = point;
        this.left = new AtomicLong(count);
    }

    static CrashHook fromSystemProperty() {
        String wish = System.getProperty(PROPERTY);
        return wish == null ? CrashHook.NONE : parse(wish);
    }

    private static CrashHook parse(String wish) {
        int colon = wish.indexOf(':');
        String name = colon < 0 ? wish : wish.substring(0, colon);
        Point point = point(name.replace('-', '_').toUpperCase(Locale.ROOT));
        try {
            if (point != null) {
                return new CrashPoint(point, colon < 0 ? 1 : Long.parseLong(wish.substring(colon + 1)));
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw new Refusal("-D" + PROPERTY + "=" + wish + " is not POINT:COUNT, for example after-intent-commit:17");
    }

    private static @Nullable Point point(String name) {
        for (Point point : Point.values()) {
            if (point.name().equals(name)) {
                return point;
            }
        }
        return null;
    }

    @Override
    public void reached(Point here) {
        if (here == point && left.decrementAndGet() == 0) {
            Runtime.getRuntime().halt(137);
        }
    }
}
