package dev.penstock.gateway.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The counters that have been needed: found again without a word being put together. Thread-safe. */
final class Counters {

    private final MeterRegistry registry;
    private final String[] common;
    private final Map<Id, Counter> known = new ConcurrentHashMap<>();

    /** A name, and its labels as they were given. */
    private record Id(String name, List<Object> labels) {}

    /**
     * None yet.
     *
     * @param registry where they are registered
     * @param common names and values of the labels that all of them bear
     */
    Counters(MeterRegistry registry, String[] common) {
        this.registry = registry;
        this.common = common.clone();
    }

    Counter of(String name, Object... labels) {
        Id id = new Id(name, List.of(labels));
        Counter present = known.get(id);
        return present != null
                ? present
                : known.computeIfAbsent(
                        id, ignored -> registry.counter(name, Labels.joined(common, Labels.of(labels))));
    }
}
