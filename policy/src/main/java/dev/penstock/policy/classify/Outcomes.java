package dev.penstock.policy.classify;

import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The outcomes of a row that differ in one detail, made once. */
final class Outcomes<K extends Enum<K>> {

    private final Map<K, Classification> byDetail;

    Outcomes(Class<K> type, Collection<K> details, Function<K, Classification> outcome) {
        byDetail = new EnumMap<>(type);
        for (K detail : details) {
            byDetail.put(detail, outcome.apply(detail));
        }
    }

    Classification of(K detail) {
        Classification outcome = byDetail.get(detail);
        if (outcome == null) {
            throw new IllegalArgumentException("this row has no outcome for " + detail);
        }
        return outcome;
    }

    List<Classification> all() {
        return List.copyOf(byDetail.values());
    }
}
