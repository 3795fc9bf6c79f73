package dev.penstock.client;

import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.AttemptFacts.Acceptance;
import dev.penstock.policy.attempt.CodeRules;
import dev.penstock.policy.attempt.Verdict;
import dev.penstock.policy.classify.Classification;
import dev.penstock.policy.classify.Classifier;
import dev.penstock.provider.request.ChatRequest;
import dev.penstock.provider.schema.SchemaCheck;
import dev.penstock.provider.schema.SchemaOutcome;
import dev.penstock.store.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Judges an attempt with everything that is to be heard: the table, and for a full answer the schema that the request
 * asks for and the caller's own check (R-VALID-1).
 */
final class Acceptor {

    private Acceptor() {}

    /**
     * What came of judging.
     *
     * @param facts the facts with the checks' outcome
     * @param judged the row that applies
     * @param checkThrew what the caller's check threw, null for nothing
     * @param refusal why the caller's check refused, null if it did not
     */
    record Judged(
            AttemptFacts facts,
            Classification judged,
            @Nullable Throwable checkThrew,
            @Nullable String refusal) {}

    static Judged judge(AttemptReport report, ChatRequest request, ResultCheck check, CodeRules rules) {
        Classification plain = Classifier.classify(report.facts(), rules);
        var answer = report.answer();
        if (answer == null || !isFullAnswer(plain)) {
            return new Judged(report.facts(), plain, null, null);
        }
        if (violatesSchema(request, answer.json())) {
            return judged(report, Acceptance.SCHEMA_VIOLATED, rules, null, null);
        }
        return check == ResultCheck.none()
                ? new Judged(report.facts(), plain, null, null)
                : asked(report, check, answer.json(), rules);
    }

    private static Judged asked(AttemptReport report, ResultCheck check, byte[] answer, CodeRules rules) {
        try {
            return switch (check.judge(new Answer(Bytes.wrap(answer)))) {
                case ResultCheck.Judgement.Accepted ignored -> judged(report, Acceptance.ACCEPTED, rules, null, null);
                case ResultCheck.Judgement.Refused refused ->
                    judged(report, Acceptance.REFUSED, rules, null, refused.why());
            };
        } catch (RuntimeException | Error e) {
            return judged(report, Acceptance.REFUSED, rules, e, null);
        }
    }

    private static Judged judged(
            AttemptReport report,
            Acceptance acceptance,
            CodeRules rules,
            @Nullable Throwable threw,
            @Nullable String refusal) {
        AttemptFacts checked = report.facts().withAcceptance(acceptance);
        return new Judged(checked, Classifier.classify(checked, rules), threw, refusal);
    }

    /** A schema that cannot be used, or that takes more than its bounds, decides nothing. */
    private static boolean violatesSchema(ChatRequest request, byte[] answer) {
        return request.jsonSchema()
                .map(schema -> SchemaCheck.of(schema).check(answer))
                .filter(SchemaOutcome.Violated.class::isInstance)
                .isPresent();
    }

    /** Limited, filtered and refused answers are not checked (row 22). */
    private static boolean isFullAnswer(Classification plain) {
        return plain.verdict() instanceof Verdict.Completed completed && completed.how() == Verdict.Completed.How.FULL;
    }
}
