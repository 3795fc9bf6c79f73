package dev.penstock.policy.classify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.policy.attempt.AttemptFacts.Acceptance;
import dev.penstock.policy.attempt.CodeRules;
import dev.penstock.policy.attempt.Completion;
import dev.penstock.policy.attempt.DeliveryEvidence;
import dev.penstock.policy.attempt.DeliveryStage;
import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.ErrorFacts;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.attempt.OperationalClass;
import dev.penstock.policy.attempt.Proof;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.policy.attempt.ResponseFacts;
import dev.penstock.policy.attempt.RetryHints;
import dev.penstock.policy.attempt.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-CLASS-1 R-CLASS-9 every combination of facts")
class ClassifierPropertyTest {

    private static final List<CodeRules> RULES = List.of(CodeRules.none(), Facts.RULES, Facts.OPTED_IN);

    @Test
    void classify_everyCombination_theFirstRowThatMatchesAndNoException() {
        everyCombination((facts, rules) -> {
            Classification found = Classifier.classify(facts, rules);
            Row first = ClassificationTable.rows().stream()
                    .filter(row -> row.matches(facts, rules))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no row for " + facts));
            if (found.row() != first.number()) {
                throw new AssertionError("row " + found.row() + " instead of " + first.number() + " for " + facts);
            }
            if (!isPrinted(found, first)) {
                throw new AssertionError(found + " is not printed in its row, for " + facts);
            }
        });
    }

    @Test
    void classify_everyCombination_keepsItsPromises() {
        everyCombination((facts, rules) -> {
            Classification found = Classifier.classify(facts, rules);
            boolean unknown = found.operationalClass() == OperationalClass.UNKNOWN_OUTCOME;
            boolean mayBeProcessed = facts.response() == null
                    && !facts.evidence().provesNotSent(rules)
                    && !(facts.ending() instanceof Ending.Invalid);
            require(unknown == (found.state() == OperationState.UNKNOWN_OUTCOME), "class and state agree", facts);
            require(!mayBeProcessed || unknown, "what may have been processed is called unknown", facts);
            require(
                    !unknown || !ReplaySetting.AFTER_INTERRUPTION.allowsAfter(found.verdict()),
                    "what is unknown is never resent unless duplicates are accepted",
                    facts);
            require(
                    facts.ending() instanceof Ending.Threw == found.flags().contains(Flag.THREW),
                    "what threw propagates",
                    facts);
            require(
                    !(found.verdict() instanceof Verdict.Completed completed) || completed.late() == facts.late(),
                    "late is never on time",
                    facts);
            require(
                    !isRateLimitCancelOrDeadline(found) || found.breaker() == BreakerEffect.NEUTRAL,
                    "a 429, our cancel and our deadline say nothing to the breaker",
                    facts);
        });
    }

    @Test
    void rows_areNumberedInTheOrderInWhichTheyAreTried() {
        List<Row> rows = ClassificationTable.rows();

        assertThat(rows).hasSize(26);
        for (int i = 0; i < rows.size(); i++) {
            assertThat(rows.get(i).number()).isEqualTo(i + 1);
        }
    }

    private static boolean isRateLimitCancelOrDeadline(Classification found) {
        return switch (found.verdict()) {
            case Verdict.Transient rejection -> rejection.isRateLimit();
            case Verdict.NotSent notSent -> notSent.endsTheOperation();
            case Verdict.Ambiguous ambiguous -> ambiguous.endsTheOperation();
            case Verdict.Invalid ignored -> true;
            case Verdict.Internal ignored -> true;
            case Verdict.Stop ignored -> true;
            case Verdict.Rejected ignored -> true;
            case Verdict.Interrupted ignored -> false;
            case Verdict.Unusable ignored -> false;
            case Verdict.Completed ignored -> false;
        };
    }

    /** Row 9 prints one status for all, row 14 the rows 5 to 10, row 25 the rows 22 to 24. */
    private static boolean isPrinted(Classification found, Row row) {
        Classification plain = found.with(Set.of());
        return row.outcomes().contains(plain)
                || (plain.verdict() instanceof Verdict.Rejected rejected && rejected.status() >= 300)
                || (row.number() == 14 && isPrintedIn(plain, 5, 10))
                || (row.number() == 25 && isPrintedIn(plain, 22, 24));
    }

    private static boolean isPrintedIn(Classification plain, int first, int last) {
        return ClassificationTable.rows().subList(first - 1, last).stream()
                .anyMatch(row -> row.outcomes().contains(plain.inRow(row.number())));
    }

    private static void require(boolean holds, String promise, AttemptFacts facts) {
        if (!holds) {
            throw new AssertionError(promise + ": " + facts);
        }
    }

    private static void everyCombination(BiConsumer<AttemptFacts, CodeRules> check) {
        List<DeliveryEvidence> evidences = new ArrayList<>();
        for (DeliveryStage stage : DeliveryStage.values()) {
            for (Proof proof : Proof.values()) {
                evidences.add(Facts.evidence(stage, proof));
            }
        }
        List<Ending> endings = endings();
        for (ResponseFacts response : responses()) {
            for (DeliveryEvidence evidence : evidences) {
                for (Ending ending : endings) {
                    for (Acceptance acceptance : acceptances(response)) {
                        AttemptFacts onTime = new AttemptFacts(evidence, ending, response, acceptance, false);
                        RULES.forEach(rules -> check.accept(onTime, rules));
                        if (acceptances(response).size() > 1) {
                            RULES.forEach(rules -> check.accept(Facts.late(onTime), rules));
                        }
                    }
                }
            }
        }
    }

    private static List<Acceptance> acceptances(@Nullable ResponseFacts response) {
        return response != null && response.completion() instanceof Completion.Whole
                ? List.of(Acceptance.values())
                : List.of(Acceptance.NOT_CHECKED);
    }

    private static List<Ending> endings() {
        List<Ending> endings =
                new ArrayList<>(List.of(new Ending.Finished(), new Ending.Invalid(), new Ending.Threw()));
        Arrays.stream(Ending.FailureKind.values()).map(Ending.Failed::new).forEach(endings::add);
        Arrays.stream(Ending.AbortCause.values()).map(Ending.Aborted::new).forEach(endings::add);
        return endings;
    }

    private static List<@Nullable ResponseFacts> responses() {
        List<@Nullable ResponseFacts> responses = new ArrayList<>();
        responses.add(null);
        List<ErrorFacts> errors = List.of(
                ErrorFacts.NONE,
                Facts.code("insufficient_quota"),
                Facts.code("invalid_api_key"),
                Facts.code("rpm_limit"),
                Facts.type("server_error"),
                new ErrorFacts(OptionalInt.of(429), "x", "billing_not_active", "retry later"));
        for (int status :
                new int[] {0, 100, 204, 302, 400, 401, 402, 403, 404, 408, 425, 429, 499, 500, 503, 504, 600}) {
            responses.add(new ResponseFacts(status, null, null, RetryHints.NONE));
            errors.forEach(error -> responses.add(new ResponseFacts(status, error, null, RetryHints.NONE)));
        }
        for (boolean output : new boolean[] {false, true}) {
            errors.forEach(error -> responses.add(ok(new Completion.ErrorObject(error, output))));
            responses.add(ok(new Completion.ErrorObject(Facts.named(503), output)));
            responses.add(ok(new Completion.Partial(output)));
            responses.add(ok(new Completion.Truncated(output)));
            for (String reason : List.of("stop", "function_call", "length", "content_filter", "aborted", "new", "")) {
                responses.add(ok(new Completion.Whole(List.of("stop", reason), false, output, false)));
            }
            responses.add(ok(new Completion.Whole(List.of("stop"), true, output, false)));
            responses.add(ok(new Completion.Whole(List.of("stop"), false, output, true)));
            responses.add(ok(new Completion.Whole(List.of(), false, output, false)));
        }
        responses.add(ok(new Completion.Nothing()));
        responses.add(ok(new Completion.NotTheProtocol("HTML")));
        return responses;
    }

    private static ResponseFacts ok(Completion completion) {
        return new ResponseFacts(200, null, completion, RetryHints.NONE);
    }
}
