package dev.penstock.client.engine;

import dev.penstock.client.Answer;
import dev.penstock.client.ResultCheck;
import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.AttemptFacts.Acceptance;
import dev.penstock.policy.attempt.CodeRules;
import dev.penstock.policy.attempt.Verdict;
import dev.penstock.policy.classify.Classification;
import dev.penstock.policy.classify.Classifier;
import dev.penstock.store.Bytes;
import org.jspecify.annotations.Nullable;

/** Judges an attempt with everything that is to be heard: the table, and for a full answer the caller's own check. */
final class Acceptor {

    private Acceptor() {}

    /**
     * What came of judging.
     *
     * @param facts the facts with the check's outcome
     * @param judged the row that applies
     * @param checkThrew what the check threw, null for nothing
     * @param refusal why the check refused, null if it did not
     */
    record Judged(
            AttemptFacts facts,
            Classification judged,
            @Nullable Throwable checkThrew,
            @Nullable String refusal) {}

    static Judged judge(AttemptReport report, ResultCheck check, CodeRules rules) {
        Classification plain = Classifier.classify(report.facts(), rules);
        if (check == ResultCheck.none() || !isFullAnswer(plain) || report.answer() == null) {
            return new Judged(report.facts(), plain, null, null);
        }
        Throwable threw = null;
        String refusal = null;
        try {
            switch (check.judge(new Answer(Bytes.wrap(report.answer().json())))) {
                case ResultCheck.Judgement.Accepted ignored -> {}
                case ResultCheck.Judgement.Refused refused -> refusal = refused.why();
            }
        } catch (RuntimeException | Error e) {
            threw = e;
        }
        boolean accepted = threw == null && refusal == null;
        AttemptFacts checked = report.facts().withAcceptance(accepted ? Acceptance.ACCEPTED : Acceptance.REFUSED);
        return new Judged(checked, Classifier.classify(checked, rules), threw, refusal);
    }

    /** Limited, filtered and refused answers are not checked (row 22). */
    private static boolean isFullAnswer(Classification plain) {
        return plain.verdict() instanceof Verdict.Completed completed && completed.how() == Verdict.Completed.How.FULL;
    }
}
