package dev.penstock.gateway.metrics;

import dev.penstock.client.CallEvent.Place;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The meters of each place that attempts go to. A provider whose models are not known lets callers name any: from the
 * {@value #MOST}th place on, all share the name "other", so that no caller can fill the memory with names.
 */
final class Places {

    static final int MOST = 100;

    private static final Place OTHER = new Place("other", "other", "other");

    private final MeterRegistry registry;
    private final String[] common;
    private final Map<Place, PlaceMeters> known = new ConcurrentHashMap<>();

    /**
     * None yet.
     *
     * @param registry where their meters are registered
     * @param common names and values of the labels that all of them bear
     */
    Places(MeterRegistry registry, String[] common) {
        this.registry = registry;
        this.common = common.clone();
    }

    PlaceMeters of(Place place) {
        PlaceMeters meters = known.get(place);
        if (meters != null) {
            return meters;
        }
        return known.computeIfAbsent(
                known.size() < MOST - 1 ? place : OTHER, named -> new PlaceMeters(registry, named, common));
    }
}
