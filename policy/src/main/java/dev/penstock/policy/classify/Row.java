package dev.penstock.policy.classify;

import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.CodeRules;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * One row of the table: when it applies, what it makes of an attempt, and how it is printed. Immutable; the same object
 * is run by {@link Classifier} and printed by {@link ClassificationTable#toMarkdown()}.
 */
public final class Row {

    /** Whether a row applies to facts of one of its shapes. */
    @FunctionalInterface
    interface Condition {
        Condition ALWAYS = (facts, rules) -> true;

        boolean test(AttemptFacts facts, CodeRules rules);
    }

    /** What a row makes of an attempt. */
    @FunctionalInterface
    interface Judgement {
        Classification of(AttemptFacts facts, CodeRules rules);
    }

    private final int number;
    private final String cameBack;
    private final Set<Shape> shapes;
    private final Condition condition;
    private final Judgement judgement;
    private final List<Classification> outcomes;
    private final String note;

    private Row(Draft draft, Judgement judgement, List<Classification> outcomes, String note) {
        this.number = draft.number;
        this.cameBack = draft.cameBack;
        this.shapes = draft.shapes;
        this.condition = draft.condition;
        this.judgement = judgement;
        this.outcomes = List.copyOf(outcomes);
        this.note = note;
    }

    /** A row of which only the left half is written. */
    record Draft(int number, String cameBack, Set<Shape> shapes, Condition condition) {

        Draft when(Condition narrower) {
            return new Draft(number, cameBack, shapes, narrower);
        }

        Row gives(Classification only) {
            return gives((facts, rules) -> only, List.of(only));
        }

        Row gives(Judgement judgement, List<Classification> outcomes) {
            return gives(judgement, outcomes, "");
        }

        Row gives(Judgement judgement, List<Classification> outcomes, String note) {
            return new Row(this, judgement, outcomes, note);
        }
    }

    static Draft row(int number, String cameBack, Shape... shapes) {
        EnumSet<Shape> set = EnumSet.noneOf(Shape.class);
        set.addAll(Arrays.asList(shapes));
        return new Draft(number, cameBack, set, Condition.ALWAYS);
    }

    /**
     * The row's number.
     *
     * @return 1 to 26
     */
    public int number() {
        return number;
    }

    /**
     * What came back, in words.
     *
     * @return the second column of the printed table
     */
    public String cameBack() {
        return cameBack;
    }

    /**
     * What the row may make of an attempt, without flags.
     *
     * @return every outcome that the row has of its own; those that depend on a number or on another row stand in
     *     {@link #note()}
     */
    public List<Classification> outcomes() {
        return outcomes;
    }

    /**
     * What the outcomes do not say.
     *
     * @return a short remark, empty for most rows
     */
    public String note() {
        return note;
    }

    /**
     * Whether the row applies. Several may: the first of them decides.
     *
     * @param facts what is known of the attempt
     * @param rules what the provider's profile names
     * @return true if it applies
     */
    public boolean matches(AttemptFacts facts, CodeRules rules) {
        return isAbout(Shape.of(facts, rules)) && condition.test(facts, rules);
    }

    boolean isAbout(Shape shape) {
        return shapes.contains(shape);
    }

    Condition condition() {
        return condition;
    }

    Classification judge(AttemptFacts facts, CodeRules rules) {
        return judgement.of(facts, rules);
    }
}
