package dev.penstock.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.AttemptOutcome;
import dev.penstock.store.Next;
import dev.penstock.store.OperationHistory;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationRecord.AttemptCounts;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StoredBody;
import dev.penstock.store.UsageSummary;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a record and its history say after outcomes (R-OP-1, R-COST-1, design 4 "charged attempts"). */
public abstract class SettlementContract extends LedgerContract {

    /** For subclasses. */
    protected SettlementContract() {}

    @ParameterizedTest
    @EnumSource(AttemptCategory.class)
    @DisplayName("every category is counted as what it is")
    void settle_eachCategory_isCounted(AttemptCategory category) {
        OperationRecord sent = reserve(Samples.attached("k"));

        OperationRecord done =
                committed(settle(sent, category, Samples.settled(OperationState.DEAD_LETTER, EndReason.ATTEMPTS)));

        boolean wasSent = category != AttemptCategory.NOT_SENT;
        assertThat(done.attempts())
                .isEqualTo(new AttemptCounts(
                        1,
                        wasSent ? 1 : 0,
                        wasSent ? 1 : 0,
                        category == AttemptCategory.AMBIGUOUS ? 1 : 0,
                        category.isReopenable() ? 0 : 1));
        OperationHistory.Attempt attempt = history(done.ref()).attempts().getFirst();
        assertThat(attempt.outcome()).isEqualTo(Samples.outcome(category));
        assertThat(attempt.endedAt()).hasValue(clock.millis());
    }

    @Test
    @DisplayName("R-COST-1 usage and exact costs are added up over the attempts")
    void settle_secondAttemptWithUsage_addsUp() {
        OperationRecord sent = reserve(Samples.attached("k"));
        AttemptOutcome first = withUsage(AttemptCategory.INTERRUPTED_BY_PROVIDER, Samples.usage("0.1"));
        OperationRecord retry =
                committed(new OperationWrite.Settle(nextId(), sent.version(), first, Samples.retry(), List.of()));
        OperationRecord again = committed(intend(retry));
        AttemptOutcome second = withUsage(AttemptCategory.FINAL, Samples.usage("0.2000000000000001"));

        OperationRecord done =
                committed(new OperationWrite.Settle(nextId(), again.version(), second, Samples.succeeded(), List.of()));

        assertThat(done.usage().promptTokens()).hasValue(22);
        assertThat(done.usage().cacheHitTokens()).isEmpty();
        assertThat(done.usage().cost()).isEqualTo(new BigDecimal("0.3000000000000001"));
        assertThat(done.usage().currency()).isEqualTo("USD");
        assertThat(now(done.ref())).isEqualTo(done);
    }

    @Test
    @DisplayName("unknown usage stays unknown and adds nothing")
    void settle_attemptWithoutUsage_keepsWhatIsKnown() {
        OperationRecord sent = reserve(Samples.attached("k"));
        AttemptOutcome first = withUsage(AttemptCategory.INTERRUPTED_BY_PROVIDER, Samples.usage("0.1"));
        OperationRecord retry =
                committed(new OperationWrite.Settle(nextId(), sent.version(), first, Samples.retry(), List.of()));

        OperationRecord done = committed(new OperationWrite.Settle(
                nextId(),
                committed(intend(retry)).version(),
                withUsage(AttemptCategory.FINAL, UsageSummary.UNKNOWN),
                Samples.succeeded(),
                List.of()));

        assertThat(done.usage()).isEqualTo(Samples.usage("0.1"));
    }

    @Test
    @DisplayName("costs in two currencies are not one sum")
    void settle_secondCurrency_leavesTheSumUnknown() {
        OperationRecord sent = reserve(Samples.attached("k"));
        AttemptOutcome first = withUsage(AttemptCategory.INTERRUPTED_BY_PROVIDER, Samples.usage("0.1"));
        OperationRecord retry =
                committed(new OperationWrite.Settle(nextId(), sent.version(), first, Samples.retry(), List.of()));
        UsageSummary dollars = Samples.usage("0.7");
        UsageSummary yuan = new UsageSummary(
                dollars.promptTokens(),
                dollars.completionTokens(),
                dollars.cacheHitTokens(),
                dollars.reasoningTokens(),
                dollars.cost(),
                "CNY");

        OperationRecord done = committed(new OperationWrite.Settle(
                nextId(),
                committed(intend(retry)).version(),
                withUsage(AttemptCategory.FINAL, yuan),
                Samples.succeeded(),
                List.of()));

        assertThat(done.usage().cost()).isNull();
        assertThat(done.usage().currency()).isEqualTo(UsageSummary.SEVERAL_CURRENCIES);
        assertThat(done.usage().promptTokens()).hasValue(22);
    }

    @Test
    void settle_retry_isAvailableAfterItsDelayAndRemembersTheError() {
        OperationRecord retry = journey().to(OperationState.RETRY_SCHEDULED, Samples.attached("k"));

        assertThat(retry.times().retryAvailableAt()).hasValue(clock.millis() + 300);
        assertThat(retry.times().resultCommittedAt()).isEmpty();
        assertThat(retry.lastError()).isEqualTo("transient(sample)");
        OperationRecord again = committed(intend(retry));
        assertThat(again.times().retryAvailableAt()).isEmpty();
        assertThat(again.lastError()).isEqualTo("transient(sample)");
    }

    @Test
    @DisplayName("R-RETRYAFTER-3 a dead letter remembers when the provider may be asked again")
    void settle_deadLetterWithHint_isNotAvailableBefore() {
        OperationRecord sent = reserve(Samples.attached("k"));
        Next dead = new Next.Settled(OperationState.DEAD_LETTER, EndReason.ATTEMPTS, List.of(), Duration.ofSeconds(60));

        OperationRecord done = committed(settle(sent, AttemptCategory.TRANSIENT, dead));

        assertThat(done.times().retryAvailableAt()).hasValue(clock.millis() + 60_000);
    }

    @Test
    void settle_flagsAndBodies_areKept() {
        OperationRecord sent = reserve(Samples.attached("k"));
        StoredBody error = new StoredBody(StoredBody.Kind.ERROR, "text/plain", Samples.bytes("oops"));

        OperationRecord done = committed(new OperationWrite.Settle(
                nextId(),
                sent.version(),
                Samples.outcome(AttemptCategory.FINAL),
                new Next.Settled(OperationState.SUCCEEDED, EndReason.ANSWERED, List.of("late", "no_usage")),
                List.of(Samples.result("answer"), error)));

        assertThat(done.flags()).containsExactly("late", "no_usage");
        assertThat(body(done.ref(), StoredBody.Kind.RESULT)).isEqualTo("answer");
        assertThat(operations().body(done.ref(), StoredBody.Kind.ERROR)).contains(error);
        assertThat(operations().body(done.ref(), StoredBody.Kind.PARTIAL)).isEmpty();
    }

    @Test
    @DisplayName("the newest body of a kind counts")
    void settle_secondPartial_replacesTheFirstInReads() {
        OperationRecord sent = reserve(Samples.attached("k"));
        OperationRecord retry = committed(new OperationWrite.Settle(
                nextId(),
                sent.version(),
                Samples.outcome(AttemptCategory.INTERRUPTED_BY_PROVIDER),
                Samples.retry(),
                List.of(partial("first"))));
        committed(new OperationWrite.Settle(
                nextId(),
                committed(intend(retry)).version(),
                Samples.outcome(AttemptCategory.INTERRUPTED_BY_PROVIDER),
                Samples.settled(OperationState.DEAD_LETTER, EndReason.INTERRUPTED),
                List.of(partial("second"))));

        assertThat(body(sent.ref(), StoredBody.Kind.PARTIAL)).isEqualTo("second");
    }

    @Test
    @DisplayName("R-OP-1 every delivery to a caller is recorded beside the operation")
    void deliver_twice_isInTheHistory() {
        OperationRecord done = journey().to(OperationState.SUCCEEDED, Samples.attached("k"));
        committed(new OperationWrite.Deliver(nextId(), done.ref(), OperationWrite.DeliveryKind.ANSWERED, null));
        clock.move(Duration.ofSeconds(1));
        committed(new OperationWrite.Deliver(
                nextId(), done.ref(), OperationWrite.DeliveryKind.REPLAYED, "second caller"));

        assertThat(history(done.ref()).deliveries())
                .containsExactly(
                        new OperationHistory.Delivery(
                                OperationWrite.DeliveryKind.ANSWERED, clock.millis() - 1_000, null),
                        new OperationHistory.Delivery(
                                OperationWrite.DeliveryKind.REPLAYED, clock.millis(), "second caller"));
    }

    private static StoredBody partial(String text) {
        return new StoredBody(StoredBody.Kind.PARTIAL, "text/event-stream", Samples.bytes(text));
    }

    private static AttemptOutcome withUsage(AttemptCategory category, UsageSummary usage) {
        AttemptOutcome sample = Samples.outcome(category);
        return new AttemptOutcome(
                category,
                sample.verdict(),
                sample.row(),
                sample.charged(),
                sample.evidence(),
                sample.status(),
                sample.errorCode(),
                sample.providerRequestId(),
                usage);
    }
}
