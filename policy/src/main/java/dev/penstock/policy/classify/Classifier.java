package dev.penstock.policy.classify;

import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.CodeRules;
import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.ResponseFacts;
import java.util.EnumSet;
import java.util.Set;

/**
 * Runs the table: every attempt gets exactly one row, whatever its facts (R-CLASS-1 to R-CLASS-9). Stateless and
 * thread-safe. A plain success allocates nothing: its classification is the row's own constant.
 */
public final class Classifier {

    private Classifier() {}

    /**
     * Judges one attempt.
     *
     * @param facts what came back, and how far the send got
     * @param rules what the provider's profile names
     * @return the outcome of the first row that applies, with the flags that the facts add
     */
    public static Classification classify(AttemptFacts facts, CodeRules rules) {
        Shape shape = Shape.of(facts, rules);
        Classification plain =
                ClassificationTable.firstMatch(shape, facts, rules).judge(facts, rules);
        return isPlainSuccess(shape, facts) ? plain : flagged(shape, facts, plain);
    }

    private static boolean isPlainSuccess(Shape shape, AttemptFacts facts) {
        ResponseFacts response = facts.response();
        return shape == Shape.FULL
                && facts.ending() instanceof Ending.Finished
                && !facts.late()
                && response != null
                && response.output()
                && facts.acceptance().accepts();
    }

    private static Classification flagged(Shape shape, AttemptFacts facts, Classification plain) {
        Set<Flag> flags = EnumSet.noneOf(Flag.class);
        ResponseFacts response = facts.response();
        boolean output = response != null && response.output();
        if (facts.ending() instanceof Ending.Threw) {
            flags.add(Flag.THREW);
        }
        if (shape.isWhole()) {
            if (facts.late()) {
                flags.add(Flag.LATE);
            }
            if (!(facts.ending() instanceof Ending.Finished)) {
                flags.add(Flag.UNCLEAN_END);
            }
            if (!output) {
                flags.add(Flag.NO_OUTPUT);
            }
        }
        if (output && plain.capacity() != CapacityEffect.SERVED) {
            flags.add(Flag.OUTPUT_KEPT);
        }
        return flags.isEmpty() ? plain : plain.with(flags);
    }
}
