package dev.penstock.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.store.Decision;
import dev.penstock.store.Ledger;
import dev.penstock.store.Maintenance.Retention;
import dev.penstock.store.OperationDraft;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.Tenant;
import dev.penstock.store.WorkerId;
import dev.penstock.store.WriteResult;
import dev.penstock.store.WriteResult.FingerprintMatch;
import dev.penstock.store.tck.ContractClock;
import dev.penstock.store.tck.LedgerFixture;
import dev.penstock.store.tck.Samples;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * B080: the same key with another payload. That it is a conflict in every state and in a race stands in the contract;
 * here are the paths that are easily forgotten.
 */
@ParameterizedClass
@EnumSource
class ReportB080Test {

    private final ContractClock wall = new ContractClock();
    private final LedgerFixture fixture;
    private final Ledger ledger;

    ReportB080Test(Database database) {
        fixture = database.open(wall);
        ledger = fixture.ledger();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    @DisplayName("B080 a pruned answer still knows what it was the answer to")
    void reserve_afterTheBodiesWentAway_isAConflict() throws InterruptedException {
        WorkerId worker = ledger.workers().register();
        Steps.answer(ledger, Steps.reserved(ledger, worker, "k"), "answer");
        wall.move(Duration.ofDays(31));
        assertThat(ledger.maintenance()
                        .prune(Tenant.LOCAL, Retention.defaults())
                        .bodies())
                .isEqualTo(2);

        assertThat(match('b')).isEqualTo(FingerprintMatch.DIFFERENT);
        assertThat(match('a')).isEqualTo(FingerprintMatch.SAME);
    }

    @Test
    @DisplayName("B080 a repeat is compared with the newest generation, and not with one before it")
    void reserve_afterARegeneration_isComparedWithTheNewest() throws InterruptedException {
        WorkerId worker = ledger.workers().register();
        WriteResult first = Steps.answer(ledger, Steps.reserved(ledger, worker, "k"), "answer");
        OperationRecord done = ((WriteResult.Committed) first).record();
        ledger.operations()
                .write(new OperationWrite.Decide(
                        Steps.nextId(),
                        done.version(),
                        new Decision(
                                "caller",
                                "changed",
                                new Decision.Kind.Regenerate(
                                        Samples.fingerprint('b'), Samples.bytes("y"), false, Duration.ofMinutes(1)))));

        assertThat(match('a')).isEqualTo(FingerprintMatch.DIFFERENT);
        assertThat(match('b')).isEqualTo(FingerprintMatch.SAME);
    }

    @Test
    @DisplayName("B080 a repeat after a lost acknowledgement is compared like any other")
    void reserve_acknowledgementLost_isAConflict() throws InterruptedException {
        WorkerId worker = ledger.workers().register();
        Steps.reserved(ledger, worker, "k");
        fixture.loseNextAcknowledgement();

        assertThat(match('b')).isEqualTo(FingerprintMatch.DIFFERENT);
    }

    private FingerprintMatch match(char digit) throws InterruptedException {
        OperationDraft draft = Samples.withFingerprint(Samples.attached("k"), Samples.fingerprint(digit));
        WriteResult result = ledger.operations().write(new OperationWrite.Accept(Steps.nextId(), draft));
        return ((WriteResult.Exists) result).match();
    }
}
