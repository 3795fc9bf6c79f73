package dev.penstock.provider.usage;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;

/**
 * One row of a price list.
 *
 * @param names the model's id and its aliases
 * @param zone the calendar that its windows are read on
 * @param windows when it holds; none = whenever no other row does
 * @param price the price
 */
record PriceRow(Set<String> names, ZoneId zone, List<PriceWindow> windows, Price price) {

    boolean isAlways() {
        return windows.isEmpty();
    }

    boolean isInWindow(Instant at) {
        return windows.stream().anyMatch(window -> window.contains(at.atZone(zone)));
    }
}
