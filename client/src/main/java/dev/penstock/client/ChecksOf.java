package dev.penstock.client;

import dev.penstock.client.Checks.Check;
import dev.penstock.policy.attempt.AttemptFacts.Acceptance;
import dev.penstock.policy.attempt.Completion;
import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.ResponseFacts;

/** Which of the four checks of R-VALID-1 an attempt passed. */
final class ChecksOf {

    /** What a stored answer is known to have passed: it was committed as one. */
    static final Checks STORED = new Checks(Check.PASSED, Check.PASSED, Check.NOT_ASKED, Check.NOT_REACHED);

    private ChecksOf() {}

    static Checks attempt(Attempt attempt) {
        ResponseFacts response = attempt.facts().response();
        boolean whole = response != null && response.completion() instanceof Completion.Whole;
        Check transport = attempt.facts().ending() instanceof Ending.Finished ? Check.PASSED : Check.FAILED;
        Check protocol = whole ? Check.PASSED : transport == Check.PASSED ? Check.FAILED : Check.NOT_REACHED;
        return new Checks(
                transport,
                protocol,
                schema(attempt.facts().acceptance()),
                application(attempt.facts().acceptance()));
    }

    private static Check schema(Acceptance acceptance) {
        return acceptance == Acceptance.SCHEMA_VIOLATED ? Check.FAILED : Check.NOT_ASKED;
    }

    private static Check application(Acceptance acceptance) {
        return switch (acceptance) {
            case ACCEPTED -> Check.PASSED;
            case REFUSED -> Check.FAILED;
            case SCHEMA_VIOLATED -> Check.NOT_REACHED;
            case NOT_CHECKED -> Check.NOT_ASKED;
        };
    }
}
