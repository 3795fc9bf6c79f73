package dev.penstock.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.WorkerId;
import dev.penstock.store.WriteResult;
import dev.penstock.store.WriteResult.Why;
import dev.penstock.store.tck.ContractClock;
import dev.penstock.store.tck.LedgerFixture;
import dev.penstock.store.tck.Samples;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** B083: what ended a first call decides what a repeat of its key may do, and no repeat sends by itself. */
@ParameterizedClass
@EnumSource
class ReportB083Test {

    private final ContractClock wall = new ContractClock();
    private final LedgerFixture fixture;
    private final Ledger ledger;

    ReportB083Test(Database database) {
        fixture = database.open(wall);
        ledger = fixture.ledger();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("B083 definite and passing: the key may be used again; the caller's error and the unknown are kept")
    @CsvSource(
            nullValues = "reopened",
            value = {
                "503 before the send, NOT_SENT,  DEAD_LETTER,               ATTEMPTS,  reopened",
                "503 after the send,  TRANSIENT, DEAD_LETTER,               ATTEMPTS,  reopened",
                "429,                 TRANSIENT, DEAD_LETTER,               DEADLINE,  reopened",
                "402,                 STOP,      DEAD_LETTER,               STOPPED,   reopened",
                "504,                 AMBIGUOUS, UNKNOWN_OUTCOME,           INTERMEDIARY, NOT_POSSIBLE",
                "reset,               AMBIGUOUS, UNKNOWN_OUTCOME,           NO_ANSWER, NOT_POSSIBLE",
                "400,                 FINAL,     FAILED_PERMANENT,          REJECTED,  NOT_POSSIBLE",
                "local cancel,        NOT_SENT,  CANCELLED_BEFORE_DISPATCH, CANCELLED, NOT_POSSIBLE",
                "unusable answer,     FINAL,     DEAD_LETTER,               QUARANTINED, NOT_REOPENABLE"
            })
    void repeat_afterEachEnd_isWhatTheTableSays(
            String name, AttemptCategory category, OperationState state, EndReason reason, @Nullable Why refusal)
            throws InterruptedException {
        WorkerId worker = ledger.workers().register();
        OperationRecord first = Steps.reserved(ledger, worker, name);
        ledger.operations()
                .write(new OperationWrite.Settle(
                        Steps.nextId(),
                        first.version(),
                        Samples.outcome(category),
                        Samples.settled(state, reason),
                        List.of()));

        WriteResult repeat = Steps.reserve(ledger, worker, name);
        assertThat(repeat)
                .isInstanceOfSatisfying(
                        WriteResult.Exists.class,
                        exists -> assertThat(exists.record().state()).isEqualTo(state));
        WriteResult reopened = Steps.reopen(ledger, ((WriteResult.Exists) repeat).record());
        if (refusal == null) {
            assertThat(reopened).isInstanceOf(WriteResult.Committed.class);
        } else {
            assertThat(reopened)
                    .isInstanceOfSatisfying(
                            WriteResult.Refused.class,
                            refused -> assertThat(refused.why()).isEqualTo(refusal));
        }
        assertThat(ledger.operations().history(first.ref()).orElseThrow().attempts())
                .hasSize(1);
    }
}
