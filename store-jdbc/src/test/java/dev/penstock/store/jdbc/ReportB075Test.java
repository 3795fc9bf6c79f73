package dev.penstock.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.WorkerId;
import dev.penstock.store.WriteResult;
import dev.penstock.store.tck.ContractClock;
import dev.penstock.store.tck.LedgerFixture;
import dev.penstock.store.tck.Samples;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** B075: a local timeout is no definite failure. The ledger's part: what it keeps of each, and what may follow. */
@ParameterizedClass
@EnumSource
class ReportB075Test {

    private final LedgerFixture fixture;

    ReportB075Test(Database database) {
        fixture = database.open(new ContractClock());
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    @DisplayName("B075 the attempt is seen by another process before its writer may send")
    void reserve_acknowledged_isSeenByOthers() throws InterruptedException {
        OperationRecord sent = Steps.reserved(ledger(), ledger().workers().register(), "k");

        try (Ledger other = fixture.observer()) {
            assertThat(other.operations().history(sent.ref()).orElseThrow().attempts())
                    .hasSize(1);
        }
    }

    @Test
    @DisplayName("B075 (a)-(c) what may have been processed is unknown until somebody decides")
    void settle_ambiguous_isOnlyLeftByADecision() throws InterruptedException {
        WorkerId worker = ledger().workers().register();
        OperationRecord unknown =
                ended("k", worker, AttemptCategory.AMBIGUOUS, OperationState.UNKNOWN_OUTCOME, EndReason.NO_ANSWER);

        assertThat(ledger().workers().recover()).isEmpty();
        assertThat(ledger().operations().claimDue(worker, 10)).isEmpty();
        assertThat(Steps.reopen(ledger(), unknown)).isInstanceOf(WriteResult.Refused.class);
        assertThat(Steps.reserve(ledger(), worker, "k"))
                .isInstanceOfSatisfying(
                        WriteResult.Exists.class,
                        exists -> assertThat(exists.record().state()).isEqualTo(OperationState.UNKNOWN_OUTCOME));
    }

    @Test
    @DisplayName("B075 (d) a process that ends after its intent leaves an unknown outcome")
    void recover_afterItsSenderEnded_isUnknownOutcome() throws InterruptedException {
        OperationRecord ignored = Steps.reserved(ledger(), ledger().workers().register(), "k");

        fixture.restart();

        assertThat(ledger().workers().recover()).containsEntry(OperationState.UNKNOWN_OUTCOME, 1L);
    }

    @ParameterizedTest
    @EnumSource(
            value = EndReason.class,
            names = {"DEADLINE", "ATTEMPTS", "BREAKER"})
    @DisplayName("B075 (e)-(g) what was not sent is freely tried again")
    void settle_notSent_isReopened(EndReason reason) throws InterruptedException {
        OperationRecord dead =
                ended("k", ledger().workers().register(), AttemptCategory.NOT_SENT, OperationState.DEAD_LETTER, reason);

        assertThat(dead.attempts().sent()).isZero();
        assertThat(Steps.reopen(ledger(), dead)).isInstanceOf(WriteResult.Committed.class);
    }

    private OperationRecord ended(
            String key, WorkerId worker, AttemptCategory category, OperationState state, EndReason reason)
            throws InterruptedException {
        OperationRecord sent = Steps.reserved(ledger(), worker, key);
        WriteResult result = Steps.settle(ledger(), sent, category, Samples.settled(state, reason));
        return ((WriteResult.Committed) result).record();
    }

    private Ledger ledger() {
        return fixture.ledger();
    }
}
