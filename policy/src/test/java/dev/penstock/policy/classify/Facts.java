package dev.penstock.policy.classify;

import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.AttemptFacts.Acceptance;
import dev.penstock.policy.attempt.CodeRules;
import dev.penstock.policy.attempt.Completion;
import dev.penstock.policy.attempt.DeliveryEvidence;
import dev.penstock.policy.attempt.DeliveryStage;
import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.ErrorFacts;
import dev.penstock.policy.attempt.Proof;
import dev.penstock.policy.attempt.ResponseFacts;
import dev.penstock.policy.attempt.RetryHints;
import dev.penstock.policy.attempt.Timings;
import dev.penstock.policy.attempt.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Facts of attempts in few words, for the tests of this module. */
public final class Facts {

    /** Rules that name one code of each kind. */
    public static final CodeRules RULES = new CodeRules(
            Map.of(
                    "insufficient_quota", Verdict.Stop.What.QUOTA,
                    "insufficientquota", Verdict.Stop.What.QUOTA,
                    "billing_not_active", Verdict.Stop.What.BALANCE,
                    "invalid_api_key", Verdict.Stop.What.CREDENTIAL),
            Map.of(
                    "concurrency_limit", Verdict.Transient.Why.RATE_CONCURRENCY,
                    "rpm_limit", Verdict.Transient.Why.RATE_RPM,
                    "tpm_limit", Verdict.Transient.Why.RATE_TPM),
            Set.of(),
            Set.of("function_call"),
            false,
            false,
            null,
            Map.of("server_error", 503, "invalid_request_error", 400));

    /** The same, and everything that a profile or a route may opt into. */
    public static final CodeRules OPTED_IN = new CodeRules(
            RULES.stopCodes(),
            RULES.rateCodes(),
            Set.of(408, 425),
            RULES.acceptedFinishes(),
            true,
            true,
            Duration.ofMinutes(10),
            RULES.errorStatuses());

    private Facts() {}

    public static DeliveryEvidence evidence(DeliveryStage stage, Proof proof) {
        return new DeliveryEvidence(stage, 10, 10, false, new Timings(1, 2, 3, 4, 5), proof);
    }

    public static DeliveryEvidence unsent() {
        return evidence(DeliveryStage.CONNECTING, Proof.NO_REQUEST_BYTE);
    }

    public static DeliveryEvidence sent() {
        return evidence(DeliveryStage.REQUEST_COMPLETE, Proof.NONE);
    }

    public static DeliveryEvidence answered() {
        return evidence(DeliveryStage.RESPONSE_COMPLETE, Proof.NONE);
    }

    public static AttemptFacts failed(Ending.FailureKind kind, DeliveryEvidence evidence) {
        return AttemptFacts.of(evidence, new Ending.Failed(kind));
    }

    public static AttemptFacts aborted(Ending.AbortCause cause, DeliveryEvidence evidence) {
        return AttemptFacts.of(evidence, new Ending.Aborted(cause));
    }

    public static AttemptFacts status(int status) {
        return status(status, null);
    }

    public static AttemptFacts status(int status, @Nullable ErrorFacts error) {
        return facts(new Ending.Finished(), new ResponseFacts(status, error, null, RetryHints.NONE));
    }

    public static AttemptFacts ok(Completion completion) {
        return ok(new Ending.Finished(), completion);
    }

    public static AttemptFacts ok(Ending ending, Completion completion) {
        return facts(ending, new ResponseFacts(200, null, completion, RetryHints.NONE));
    }

    public static AttemptFacts finished(String... reasons) {
        return ok(whole(reasons));
    }

    public static Completion.Whole whole(String... reasons) {
        return new Completion.Whole(List.of(reasons), false, true, false);
    }

    public static AttemptFacts late(AttemptFacts facts) {
        return new AttemptFacts(facts.evidence(), facts.ending(), facts.response(), facts.acceptance(), true);
    }

    public static AttemptFacts ended(AttemptFacts facts, Ending ending) {
        return new AttemptFacts(
                new DeliveryEvidence(
                        DeliveryStage.RESPONSE_STARTED,
                        10,
                        10,
                        false,
                        facts.evidence().timings(),
                        Proof.NONE),
                ending,
                facts.response(),
                facts.acceptance(),
                facts.late());
    }

    public static ErrorFacts code(String code) {
        return new ErrorFacts(OptionalInt.empty(), code, null, "some text");
    }

    public static ErrorFacts type(String type) {
        return new ErrorFacts(OptionalInt.empty(), null, type, "some text");
    }

    public static ErrorFacts named(int status) {
        return new ErrorFacts(OptionalInt.of(status), null, null, "some text");
    }

    private static AttemptFacts facts(Ending ending, ResponseFacts response) {
        DeliveryEvidence evidence =
                ending instanceof Ending.Finished ? answered() : evidence(DeliveryStage.RESPONSE_STARTED, Proof.NONE);
        return new AttemptFacts(evidence, ending, response, Acceptance.NOT_CHECKED, false);
    }
}
