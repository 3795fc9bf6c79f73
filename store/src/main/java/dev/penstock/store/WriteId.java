package dev.penstock.store;

import java.util.random.RandomGenerator;

/**
 * Names one write, so that a commit whose acknowledgement was lost can be recognised when it is read back.
 *
 * @param value any number; drawn at random
 */
public record WriteId(long value) {

    /**
     * A new id.
     *
     * @param random chance
     * @return the id
     */
    public static WriteId create(RandomGenerator random) {
        return new WriteId(random.nextLong());
    }
}
