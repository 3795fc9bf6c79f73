package dev.penstock.provider.usage;

import java.time.DayOfWeek;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.util.EnumSet;
import java.util.Set;

/**
 * Hours of the week at which a price holds, on the calendar of the price's own zone (B091). Half open: the first instant
 * belongs to it, the last does not. A window that ends at or before its start runs past midnight and belongs to the day
 * on which it starts.
 *
 * @param days the days on which it starts, none given = every day
 * @param from its first local time
 * @param to the local time at which it has ended; 00:00 is the end of the day
 */
public record PriceWindow(Set<DayOfWeek> days, LocalTime from, LocalTime to) {

    /** Copies the days; none means all. */
    public PriceWindow {
        days = days.isEmpty() ? Set.copyOf(EnumSet.allOf(DayOfWeek.class)) : Set.copyOf(days);
    }

    boolean contains(ZonedDateTime at) {
        LocalTime time = at.toLocalTime();
        DayOfWeek day = at.getDayOfWeek();
        if (from.isBefore(to)) {
            return days.contains(day) && !time.isBefore(from) && time.isBefore(to);
        }
        return !time.isBefore(from) ? days.contains(day) : time.isBefore(to) && days.contains(day.minus(1));
    }
}
