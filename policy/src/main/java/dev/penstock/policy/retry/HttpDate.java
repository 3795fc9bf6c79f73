package dev.penstock.policy.retry;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The three forms of an HTTP date (RFC 9110, 5.6.7), by their grammar alone: no locale, no zone but GMT. The name of the
 * weekday has to be one; that it is the date's own is not checked (B056).
 */
final class HttpDate {

    private static final List<String> MONTHS =
            List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");

    private static final String DAY = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
    private static final String LONG_DAY = "(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)";
    private static final String MONTH = "(?<month>" + String.join("|", MONTHS) + ")";
    private static final String TIME = "(?<hour>\\d{2}):(?<minute>\\d{2}):(?<second>\\d{2})";

    private static final Pattern IMF_FIXDATE =
            Pattern.compile(DAY + ", (?<day>\\d{2}) " + MONTH + " (?<year>\\d{4}) " + TIME + " GMT");
    private static final Pattern RFC_850 =
            Pattern.compile(LONG_DAY + ", (?<day>\\d{2})-" + MONTH + "-(?<year>\\d{2}) " + TIME + " GMT");
    private static final Pattern ASCTIME =
            Pattern.compile(DAY + " " + MONTH + " (?<day>[ \\d]\\d) " + TIME + " (?<year>\\d{4})");

    private static final int PIVOT_YEARS = 50;
    private static final int LEAP_SECOND = 60;

    private HttpDate() {}

    /**
     * Reads a date.
     *
     * @param text the field's value, without blanks around it
     * @param now the present, which two-digit years are read against
     * @return the instant, null if the text is none of the three forms
     */
    static @Nullable Instant parse(String text, Instant now) {
        for (Pattern form : List.of(IMF_FIXDATE, RFC_850, ASCTIME)) {
            Matcher matcher = form.matcher(text);
            if (matcher.matches()) {
                return instant(matcher, now);
            }
        }
        return null;
    }

    private static @Nullable Instant instant(Matcher date, Instant now) {
        int second = number(date, "second");
        boolean leap = second == LEAP_SECOND;
        try {
            Instant instant = LocalDateTime.of(
                            year(date, now),
                            MONTHS.indexOf(date.group("month")) + 1,
                            number(date, "day"),
                            number(date, "hour"),
                            number(date, "minute"),
                            leap ? second - 1 : second)
                    .toInstant(ZoneOffset.UTC);
            return leap ? instant.plusSeconds(1) : instant;
        } catch (DateTimeException notADate) {
            return null;
        }
    }

    /** A two-digit year that would lie more than fifty years ahead means the past. */
    private static int year(Matcher date, Instant now) {
        int year = number(date, "year");
        if (date.group("year").length() == 4) {
            return year;
        }
        int thisYear = LocalDate.ofInstant(now, ZoneOffset.UTC).getYear();
        int inThisCentury = thisYear - Math.floorMod(thisYear, 100) + year;
        if (inThisCentury > thisYear + PIVOT_YEARS) {
            return inThisCentury - 100;
        }
        return inThisCentury <= thisYear - PIVOT_YEARS ? inThisCentury + 100 : inThisCentury;
    }

    private static int number(Matcher date, String group) {
        return Integer.parseInt(date.group(group).trim());
    }
}
