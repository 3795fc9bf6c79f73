package dev.penstock.client;

import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.Verdict;
import dev.penstock.policy.classify.Classification;
import dev.penstock.policy.retry.RetryDecision;
import dev.penstock.provider.completion.Answer;
import dev.penstock.provider.completion.AnswerFlag;
import dev.penstock.store.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * One attempt that was made and judged.
 *
 * @param target where it went
 * @param number its number within the generation
 * @param isRetry whether it was one more than the original
 * @param report what it brought
 * @param facts what it was judged from, the caller's check included
 * @param judged what the classifier made of it
 * @param decision what follows
 * @param checkThrew what the caller's check threw, null for nothing
 * @param refusal why the caller's check refused it, null if it did not
 */
record Attempt(
        Target target,
        int number,
        boolean isRetry,
        AttemptReport report,
        AttemptFacts facts,
        Classification judged,
        RetryDecision decision,
        @Nullable Throwable checkThrew,
        @Nullable String refusal) {

    /** What is kept of what it brought. A complete stream is kept with its [DONE], whether the provider sent that or not. */
    @Nullable
    KeptBody body() {
        KeptBody body = report.body();
        Answer answer = report.answer();
        if (body == null || answer == null || body.form() != AnswerForm.EVENTS) {
            return body;
        }
        boolean unended = answer.flags().contains(AnswerFlag.MISSING_DONE);
        return unended && judged.verdict() instanceof Verdict.Completed ? body.withDone() : body;
    }

    /** The bytes of it. */
    @Nullable
    Bytes bytes() {
        KeptBody body = body();
        return body == null ? null : body.bytes();
    }

    /** What propagates to the caller once the outcome is recorded (R-CLASS-7). */
    @Nullable
    Throwable thrown() {
        return report.thrown() != null ? report.thrown() : checkThrew;
    }
}
