package dev.penstock.policy.retry;

import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.policy.attempt.ResponseFacts;
import dev.penstock.policy.classify.Classification;
import dev.penstock.policy.classify.Classifier;
import dev.penstock.policy.classify.Facts;
import dev.penstock.testkit.FixedRandom;
import java.time.Duration;

/** What follows the first attempt of an operation with the default settings, in few words. */
final class Decisions {

    private Decisions() {}

    static RetryDecision attached(AttemptFacts facts) {
        return decide(facts, RetrySettings.forAttached(), ReplaySetting.AFTER_REJECTION);
    }

    static RetryDecision background(AttemptFacts facts) {
        return decide(facts, RetrySettings.forBackground(), ReplaySetting.AFTER_REJECTION);
    }

    static RetryDecision decide(AttemptFacts facts, RetrySettings settings, ReplaySetting replay) {
        return decide(facts, settings, replay, settings.operationDeadline());
    }

    static RetryDecision decide(AttemptFacts facts, RetrySettings settings, ReplaySetting replay, Duration remaining) {
        Classification attempt = Classifier.classify(facts, Facts.RULES);
        AttemptTally tally =
                AttemptTally.NONE.plus(attempt.verdict(), facts.evidence().stage(), settings.background());
        ResponseFacts response = facts.response();
        Duration hint = response == null ? null : RetryAfter.read(response, Hints.NOW);
        return new RetryPlanner(settings, new FixedRandom(0.5))
                .afterAttempt(attempt, hint, RetrySituation.of(tally, replay, remaining.toNanos()));
    }
}
