package dev.penstock.simulator.script;

import java.util.List;

/**
 * Which of the requests that meet a rule's other conditions it applies to, counted from 1. All parts that are given have
 * to hold.
 *
 * @param nth exactly these; empty for no such condition
 * @param first only the first so many; 0 for no such condition
 * @param after only those after the first so many
 * @param every only each so manieth; 0 for no such condition
 */
public record Occurrence(List<Long> nth, long first, long after, long every) {

    /** Each of them. */
    public static final Occurrence EACH = new Occurrence(List.of(), 0, 0, 0);

    /**
     * Checks the ranges and copies the list.
     *
     * @throws IllegalArgumentException if a number is negative, or an nth not positive
     */
    public Occurrence {
        nth = List.copyOf(nth);
        if (first < 0 || after < 0 || every < 0 || nth.stream().anyMatch(n -> n < 1)) {
            throw new IllegalArgumentException("nth counts from 1; first, after and every must not be negative");
        }
    }

    /**
     * Whether it is one of them.
     *
     * @param count the how manieth it is, from 1
     * @return true if every condition holds
     */
    public boolean includes(long count) {
        return (nth.isEmpty() || nth.contains(count))
                && (first == 0 || count <= first)
                && count > after
                && (every == 0 || count % every == 0);
    }
}
