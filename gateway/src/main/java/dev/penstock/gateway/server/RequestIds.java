package dev.penstock.gateway.server;

import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Names requests. Thread-safe. */
final class RequestIds {

    private static final int LONGEST = 128;

    private final String prefix;
    private final AtomicLong last = new AtomicLong();

    RequestIds(RandomGenerator random) {
        this.prefix = "req_" + Long.toUnsignedString(random.nextLong(), Character.MAX_RADIX) + "_";
    }

    /** The client's own name for the request where it can stand in a header field, or else a new one. */
    String of(@Nullable String given) {
        if (given != null && isUsable(given)) {
            return given;
        }
        return prefix + Long.toString(last.incrementAndGet(), Character.MAX_RADIX);
    }

    private static boolean isUsable(String given) {
        return !given.isEmpty() && given.length() <= LONGEST && given.chars().allMatch(c -> c > ' ' && c <= '~');
    }
}
