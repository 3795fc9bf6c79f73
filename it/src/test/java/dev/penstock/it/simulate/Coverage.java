package dev.penstock.it.simulate;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** How often what happened. */
final class Coverage {

    private final EnumMap<Event, Long> counts = new EnumMap<>(Event.class);

    void count(Event event) {
        counts.merge(event, 1L, Long::sum);
    }

    void add(Coverage other) {
        other.counts.forEach((event, count) -> counts.merge(event, count, Long::sum));
    }

    long of(Event event) {
        return counts.getOrDefault(event, 0L);
    }

    Map<Event, Long> counts() {
        return counts;
    }

    /** Which kinds came too seldom. */
    List<String> missing(long seeds) {
        return List.of(Event.values()).stream()
                .filter(event -> of(event) < event.minimum(seeds))
                .map(event -> event + " " + of(event) + " times, and not " + event.minimum(seeds))
                .toList();
    }
}
