package dev.penstock.simulator.look;

import java.util.List;

/**
 * A model that the simulated provider offers.
 *
 * @param id its name
 * @param aliases other names of it; they share its limit
 * @param concurrency how many requests of one account may be at work on it; 0 for no limit
 * @param reasons whether it answers with {@code reasoning_content} without being asked to
 */
public record ModelSpec(String id, List<String> aliases, int concurrency, boolean reasons) {

    /**
     * Checks the ranges and copies the list.
     *
     * @throws IllegalArgumentException if the id is blank or the concurrency negative
     */
    public ModelSpec {
        if (id.isBlank()) {
            throw new IllegalArgumentException("a model needs an id");
        }
        if (concurrency < 0) {
            throw new IllegalArgumentException("concurrency must not be negative: " + concurrency);
        }
        aliases = List.copyOf(aliases);
    }

    /**
     * Whether a request means it.
     *
     * @param name what the request calls it
     * @return true for its id and its aliases
     */
    public boolean isCalled(String name) {
        return id.equals(name) || aliases.contains(name);
    }
}
