package dev.penstock.store;

import java.util.Map;

/**
 * What people and callers have decided since somebody last looked. Immutable.
 *
 * @param last the last decision that is counted; where the next look begins
 * @param kinds how many of each kind: "rerun", "reopen", "cancel" and the others; kinds without one are absent
 */
public record DecisionCounts(long last, Map<String, Long> kinds) {

    /** Copies the map. */
    public DecisionCounts {
        kinds = Map.copyOf(kinds);
    }
}
