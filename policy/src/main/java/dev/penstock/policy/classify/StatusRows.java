package dev.penstock.policy.classify;

import static dev.penstock.policy.classify.Row.row;

import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.CodeRules;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.ErrorFacts;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.attempt.ResponseFacts;
import dev.penstock.policy.attempt.RetryHints;
import dev.penstock.policy.attempt.Verdict;
import dev.penstock.policy.attempt.Verdict.Stop.What;
import dev.penstock.policy.attempt.Verdict.Transient.Why;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows 5 to 11: a status alone decides, whatever became of the body behind it. */
final class StatusRows {

    private static final Disposition PAUSED = new Disposition(OperationState.RETRY_SCHEDULED, EndReason.STOPPED);
    private static final String ATTACHED = "attached work: dead_letter(stopped)";

    private StatusRows() {}

    static List<Row> rows() {
        return List.of(stopped(), credential(), rate(), server(), rejected(), intermediary(), cut());
    }

    private static Row stopped() {
        Classification balance = stop(5, What.BALANCE);
        Classification quota = stop(5, What.QUOTA);
        return row(
                        5,
                        "402; 429, 400 or 403 with a quota or billing code the profile names as permanent",
                        Shape.DECISIVE_STATUS)
                .when((facts, rules) -> switch (status(facts)) {
                    case 402 -> true;
                    case 400, 403, 429 -> NamedCodes.stopsAccount(error(facts), rules);
                    default -> false;
                })
                .gives(
                        (facts, rules) -> NamedCodes.stop(error(facts), rules) == What.QUOTA ? quota : balance,
                        List.of(balance, quota),
                        ATTACHED);
    }

    private static Row credential() {
        Classification credential = stop(6, What.CREDENTIAL);
        return row(6, "401; 403 where the profile names the code as credential", Shape.DECISIVE_STATUS)
                .when((facts, rules) -> status(facts) == 401
                        || (status(facts) == 403 && NamedCodes.stopsCredential(error(facts), rules)))
                .gives((facts, rules) -> credential, List.of(credential), ATTACHED);
    }

    private static Row rate() {
        Outcomes<Why> outcomes = new Outcomes<>(
                Why.class,
                List.of(Why.RATE_CONCURRENCY, Why.RATE_RPM, Why.RATE_TPM, Why.RATE_UNKNOWN, Why.ALLOWLISTED),
                why -> Classification.of(7, new Verdict.Transient(why), Disposition.RETRY, BreakerEffect.NEUTRAL));
        return row(
                        7,
                        "429 (body read first, bounded); a 4xx that the route's allowlist adds (408, 425)",
                        Shape.DECISIVE_STATUS)
                .when((facts, rules) ->
                        status(facts) == 429 || rules.transientStatuses().contains(status(facts)))
                .gives(
                        (facts, rules) -> outcomes.of(
                                status(facts) == 429 ? NamedCodes.rate(error(facts), rules) : Why.ALLOWLISTED),
                        outcomes.all());
    }

    private static Row server() {
        return row(8, "500, 503", Shape.DECISIVE_STATUS)
                .when((facts, rules) -> status(facts) == 500 || status(facts) == 503)
                .gives(Classification.of(
                        8, new Verdict.Transient(Why.SERVER), Disposition.RETRY, BreakerEffect.FAILURE));
    }

    private static Row rejected() {
        Disposition permanent = new Disposition(OperationState.FAILED_PERMANENT, EndReason.REJECTED);
        return row(9, "other 4xx except 499; 3xx (never followed)", Shape.DECISIVE_STATUS)
                .when((facts, rules) -> status(facts) >= 300 && status(facts) < 500 && status(facts) != 499)
                .gives(
                        (facts, rules) -> rejected(status(facts), permanent),
                        List.of(rejected(400, permanent)),
                        "the verdict carries the status");
    }

    private static Row intermediary() {
        return row(10, "499, 502, 504, 520–527, other 5xx", Shape.DECISIVE_STATUS)
                .when((facts, rules) -> status(facts) == 499 || status(facts) > 500 || status(facts) < 100)
                .gives(Classification.of(
                        10,
                        new Verdict.Ambiguous(Verdict.Ambiguous.Why.INTERMEDIARY),
                        Disposition.unknown(EndReason.INTERMEDIARY),
                        BreakerEffect.FAILURE));
    }

    /** A remark in the form of a row: rows 5 to 10 have matched whatever became of the body. */
    private static Row cut() {
        return row(11, "status ≥ 400 whose body is cut or drips")
                .gives(
                        (facts, rules) -> {
                            throw new IllegalStateException("row 11 has no shape of its own");
                        },
                        List.of(),
                        "as the status says");
    }

    private static Classification stop(int row, What what) {
        return Classification.of(row, new Verdict.Stop(what), PAUSED, BreakerEffect.NEUTRAL);
    }

    private static Classification rejected(int status, Disposition permanent) {
        return Classification.of(9, new Verdict.Rejected(status), permanent, BreakerEffect.NEUTRAL);
    }

    private static int status(AttemptFacts facts) {
        ResponseFacts response = facts.response();
        return response == null ? 0 : response.status();
    }

    private static @Nullable ErrorFacts error(AttemptFacts facts) {
        ResponseFacts response = facts.response();
        return response == null ? null : response.error();
    }

    /** The same attempt as if the error inside its 200 had come as a status. */
    static Classification asStatus(AttemptFacts facts, int status, ErrorFacts error, CodeRules rules) {
        AttemptFacts plain = new AttemptFacts(
                facts.evidence(),
                facts.ending(),
                new ResponseFacts(status, error, null, RetryHints.NONE),
                facts.acceptance(),
                facts.late());
        return ClassificationTable.firstMatch(Shape.DECISIVE_STATUS, plain, rules)
                .judge(plain, rules);
    }
}
