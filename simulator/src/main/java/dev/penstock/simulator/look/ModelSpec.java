package dev.penstock.simulator.look;

/**
 * A model that the simulated provider offers.
 *
 * @param id its name
 * @param concurrency how many requests of one account may be at work on it; 0 for no limit
 * @param reasons whether it answers with {@code reasoning_content} without being asked to
 */
public record ModelSpec(String id, int concurrency, boolean reasons) {

    /**
     * Checks the ranges.
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
    }
}
