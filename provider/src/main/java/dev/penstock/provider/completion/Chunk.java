package dev.penstock.provider.completion;

import dev.penstock.policy.attempt.ErrorFacts;
import org.jspecify.annotations.Nullable;

/** What one JSON value of the protocol turned out to hold, beside what it added to the answer. */
final class Chunk {

    /** Whether it added output. */
    boolean output;

    /** Whether it has a {@code choices} array. */
    boolean hasChoices;

    /** How many elements {@code choices} has. */
    int choiceCount;

    /** Whether it carries a usage that is not null. */
    boolean usage;

    /** The error it carries, null if none. */
    @Nullable
    ErrorFacts error;
}
