package dev.penstock.policy.retry;

import dev.penstock.policy.attempt.ResponseFacts;
import dev.penstock.policy.attempt.RetryHints;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads when a provider asks to come back (RFC 9110, 10.2.3; R-RETRYAFTER-1 to R-RETRYAFTER-4). The grammar decides
 * first: ASCII digits, with or without a decimal fraction, are a span, one of the three HTTP dates is an instant, and
 * everything else is as if nothing had been said (B053). A fraction is rounded up to the nanosecond (B054). A span too
 * long to be represented counts as the longest that is (B057).
 */
public final class RetryAfter {

    private static final Duration LONGEST = Duration.ofSeconds(Long.MAX_VALUE);

    private RetryAfter() {}

    /**
     * Reads the hints of a response, once, when it arrives: afterwards only the monotonic clock counts (B062).
     *
     * @param response the answer; only a 429, 500 or 503 is read
     * @param now the wall clock, for dates
     * @return the longest wait that a valid value asks for, zero for a date in the past; null if there is none
     */
    public static @Nullable Duration read(ResponseFacts response, Instant now) {
        return switch (response.status()) {
            case 429, 500, 503 -> read(response.hints(), now);
            default -> null;
        };
    }

    private static @Nullable Duration read(RetryHints hints, Instant now) {
        Duration inSeconds = longest(hints.retryAfter(), value -> secondsOrDate(value, hints.date(), now));
        Duration inMillis = longest(hints.retryAfterMs(), RetryAfter::milliseconds);
        return longer(inSeconds, inMillis);
    }

    private static @Nullable Duration longest(List<String> values, Function<String, @Nullable Duration> read) {
        Duration longest = null;
        for (String value : values) {
            longest = longer(longest, read.apply(trim(value)));
        }
        return longest;
    }

    private static @Nullable Duration longer(@Nullable Duration one, @Nullable Duration other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.compareTo(other) >= 0 ? one : other;
    }

    private static @Nullable Duration secondsOrDate(String value, @Nullable String responseDate, Instant now) {
        Decimal seconds = Decimal.parse(value, 9);
        if (seconds != null) {
            return seconds.isTooLarge() ? LONGEST : Duration.ofSeconds(seconds.whole(), seconds.fraction());
        }
        Instant date = HttpDate.parse(value, now);
        return date == null ? null : until(date, responseDate, now);
    }

    private static @Nullable Duration milliseconds(String value) {
        Decimal millis = Decimal.parse(value, 6);
        if (millis == null) {
            return null;
        }
        return millis.isTooLarge() ? LONGEST : Duration.ofMillis(millis.whole()).plusNanos(millis.fraction());
    }

    /** Read against our clock and against the sender's own: the later reading, and never less than nothing. */
    private static Duration until(Instant date, @Nullable String responseDate, Instant now) {
        Instant sent = responseDate == null ? null : HttpDate.parse(trim(responseDate), now);
        Instant from = sent != null && sent.isBefore(now) ? sent : now;
        Duration wait = Duration.between(from, date);
        return wait.isNegative() ? Duration.ZERO : wait;
    }

    /** Blanks and tabs alone, as HTTP means them. */
    private static String trim(String value) {
        int begin = 0;
        int end = value.length();
        while (begin < end && isBlank(value.charAt(begin))) {
            begin++;
        }
        while (end > begin && isBlank(value.charAt(end - 1))) {
            end--;
        }
        return value.substring(begin, end);
    }

    private static boolean isBlank(char character) {
        return character == ' ' || character == '\t';
    }
}
