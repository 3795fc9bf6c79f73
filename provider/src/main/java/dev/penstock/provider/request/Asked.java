package dev.penstock.provider.request;

/**
 * What a request asks the provider for, as far as reading the answer depends on it.
 *
 * @param stream whether a stream was asked for
 * @param choices how many choices, at least 1
 */
public record Asked(boolean stream, int choices) {

    /** Checks the number of choices. */
    public Asked {
        if (choices < 1) {
            throw new IllegalArgumentException("at least one choice is asked for, not " + choices);
        }
    }
}
