package dev.penstock.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StoredBody;
import dev.penstock.store.Tenant;
import dev.penstock.store.WorkerId;
import dev.penstock.store.WriteResult;
import dev.penstock.store.tck.ContractClock;
import dev.penstock.store.tck.LedgerFixture;
import dev.penstock.store.tck.Samples;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** B076: an in-progress record whose worker went silent never means "run it again". */
@ParameterizedClass
@EnumSource
class ReportB076Test {

    private final ContractClock wall = new ContractClock();
    private final LedgerFixture fixture;
    private final Ledger ledger;

    ReportB076Test(Database database) {
        fixture = database.open(wall);
        ledger = fixture.ledger();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    @DisplayName(
            "B076 a worker sends and freezes past its lease: the repeat of the key sends nothing, before and after recovery")
    void reserve_afterTheSenderFroze_sendsNothing() throws InterruptedException {
        WorkerId frozen = ledger.workers().register();
        OperationRecord sent = Steps.reserved(ledger, frozen, "k");
        wall.move(Duration.ofHours(1));
        WorkerId other = ledger.workers().register();

        assertThat(stateSeenByARepeat(other)).isEqualTo(OperationState.DISPATCHING);
        assertThatIllegalStateException()
                .isThrownBy(() ->
                        ledger.operations().write(new OperationWrite.Claim(Steps.nextId(), sent.version(), other)));
        ledger.workers().recover();
        assertThat(stateSeenByARepeat(other)).isEqualTo(OperationState.UNKNOWN_OUTCOME);
        assertThat(ledger.operations().claimDue(other, 10)).isEmpty();
        assertThat(ledger.operations().history(sent.ref()).orElseThrow().attempts())
                .hasSize(1);
    }

    @Test
    @DisplayName("B076 the frozen worker wakes: its late answer is the result, and it cannot send again")
    void settle_afterTheSenderWoke_isTheResult() throws InterruptedException {
        WorkerId frozen = ledger.workers().register();
        OperationRecord sent = Steps.reserved(ledger, frozen, "k");
        wall.move(Duration.ofHours(1));
        ledger.workers().recover();

        assertThat(ledger.workers().heartbeat(frozen)).isZero();
        assertThat(Steps.answer(ledger, sent, "late")).isInstanceOf(WriteResult.Fenced.class);

        OperationRecord now =
                ledger.operations().find(Tenant.LOCAL, new IdempotencyKey("k")).orElseThrow();
        assertThat(now.state()).isEqualTo(OperationState.SUCCEEDED);
        assertThat(ledger.operations().body(now.ref(), StoredBody.Kind.RESULT)).contains(Samples.result("late"));
    }

    @Test
    @DisplayName("B076 what was reserved and not sent may be taken over, by an epoch that fences the sleeper")
    void claim_afterTheClaimerFroze_isTakenOver() throws InterruptedException {
        WorkerId frozen = ledger.workers().register();
        ledger.operations().write(new OperationWrite.Accept(Steps.nextId(), Samples.background("k")));
        OperationRecord claimed = ledger.operations().claimDue(frozen, 1).getFirst();
        wall.move(Duration.ofMinutes(1));
        ledger.workers().recover();
        WorkerId other = ledger.workers().register();

        OperationRecord taken = ledger.operations().claimDue(other, 1).getFirst();

        assertThat(taken.epoch()).isGreaterThan(claimed.epoch());
        assertThat(ledger.operations()
                        .write(new OperationWrite.Intend(Steps.nextId(), claimed.version(), frozen, Samples.intent(1))))
                .isInstanceOf(WriteResult.Fenced.class);
    }

    private OperationState stateSeenByARepeat(WorkerId worker) throws InterruptedException {
        return ((WriteResult.Exists) Steps.reserve(ledger, worker, "k"))
                .record()
                .state();
    }
}
