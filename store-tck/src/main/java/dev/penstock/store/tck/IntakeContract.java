package dev.penstock.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.AttemptIntent;
import dev.penstock.store.OperationDraft;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StoredBody;
import dev.penstock.store.StoredFingerprint;
import dev.penstock.store.Tenant;
import dev.penstock.store.WriteResult;
import dev.penstock.store.WriteResult.FingerprintMatch;
import dev.penstock.store.WriteResult.Why;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How operations come into a ledger (design 8, R-OP-1, R-OP-3). */
public abstract class IntakeContract extends LedgerContract {

    /** For subclasses. */
    protected IntakeContract() {}

    @Test
    void reserve_freeKey_dispatchesInEpochOneWithItsIntent() {
        OperationDraft draft = Samples.attached("k");

        OperationRecord record = reserve(draft);

        assertThat(record.state()).isEqualTo(OperationState.DISPATCHING);
        assertThat(record.epoch()).isEqualTo(1);
        assertThat(record.key()).isEqualTo(draft.key());
        assertThat(record.fingerprint()).isEqualTo(draft.fingerprint());
        assertThat(record.settings()).isEqualTo(draft.settings());
        assertThat(record.attempts()).isEqualTo(new OperationRecord.AttemptCounts(1, 0, 0, 0, 0));
        assertThat(record.times().deadlineAt()).isEqualTo(clock.millis() + Samples.REMAINING.toMillis());
        assertThat(record.times().attemptEndsBy())
                .isEqualTo(OptionalLong.of(clock.millis() + Samples.HARD_LIMIT.toMillis()));
        assertThat(record.lease()).isNotNull();
        assertThat(history(record.ref()).attempts()).singleElement().satisfies(attempt -> {
            assertThat(attempt.intent()).isEqualTo(Samples.intent(1));
            assertThat(attempt.outcome()).isNull();
        });
        assertThat(body(record.ref(), StoredBody.Kind.REQUEST)).contains("\"k\"");
    }

    @Test
    void accept_freeKey_isReceivedInEpochZero() {
        OperationRecord record = accept(Samples.background("k"));

        assertThat(record.state()).isEqualTo(OperationState.RECEIVED);
        assertThat(record.epoch()).isZero();
        assertThat(record.lease()).isNull();
        assertThat(operations().find(Tenant.LOCAL, record.key())).contains(now(record.ref()));
    }

    @Test
    @DisplayName("R-OP-3 the same key and payload: the record, and nothing is begun")
    void reserve_takenKeySamePayload_exists() {
        OperationDraft draft = Samples.attached("k");
        OperationRecord first = reserve(draft);

        WriteResult second = write(new OperationWrite.Reserve(
                nextId(), Samples.withFingerprint(draft, draft.fingerprint()), worker(), Samples.intent(1)));

        assertThat(second).isEqualTo(new WriteResult.Exists(now(first.ref()), FingerprintMatch.SAME));
        assertThat(history(first.ref()).attempts()).hasSize(1);
    }

    @Test
    @DisplayName("R-OP-4 fingerprints of different keys or forms are not compared")
    void accept_takenKeyOtherKeyVersion_isUnverifiable() {
        OperationDraft draft = Samples.attached("k");
        reserve(draft);
        String digest = draft.fingerprint().digest();

        WriteResult otherKey = write(new OperationWrite.Accept(
                nextId(), Samples.withFingerprint(draft, new StoredFingerprint(1, 2, digest, ""))));
        WriteResult otherForm = write(new OperationWrite.Accept(
                nextId(), Samples.withFingerprint(draft, new StoredFingerprint(2, 1, digest, ""))));

        assertThat(((WriteResult.Exists) otherKey).match()).isEqualTo(FingerprintMatch.UNVERIFIABLE);
        assertThat(((WriteResult.Exists) otherForm).match()).isEqualTo(FingerprintMatch.UNVERIFIABLE);
    }

    @Test
    void reserve_tooLittleTime_isRefusedAndStoresNothing() {
        OperationDraft draft = Samples.attached("k");
        AttemptIntent needsMore = new AttemptIntent(
                1,
                AttemptIntent.Kind.ORIGINAL,
                "r",
                "m",
                "",
                false,
                Duration.ofSeconds(1),
                Samples.REMAINING.plusMillis(1),
                null);

        WriteResult.Refused refused =
                refused(new OperationWrite.Reserve(nextId(), draft, worker(), needsMore), Why.TOO_LATE);

        assertThat(refused.record()).isNull();
        assertThat(operations().find(draft.tenant(), draft.key())).isEmpty();
    }

    @Test
    @DisplayName("R-TENANT-1 another tenant's key and operation do not exist")
    void find_otherTenant_findsNothing() {
        OperationDraft draft = Samples.attached("k");
        OperationRecord mine = reserve(draft);
        Tenant stranger = new Tenant("stranger");

        assertThat(operations().find(stranger, draft.key())).isEmpty();
        assertThat(operations().generations(stranger, draft.id())).isEmpty();
        assertThat(reserve(Samples.ofTenant(draft, stranger)).ref()).isNotEqualTo(mine.ref());
    }

    @Test
    void settle_answer_isCommittedWithItsBody() {
        OperationRecord sent = reserve(Samples.attached("k"));
        clock.move(Duration.ofSeconds(3));

        OperationRecord done = committed(answer(sent, "answer"));

        assertThat(done.state()).isEqualTo(OperationState.SUCCEEDED);
        assertThat(done.times().resultCommittedAt()).isEqualTo(OptionalLong.of(clock.millis()));
        assertThat(done.attempts()).isEqualTo(new OperationRecord.AttemptCounts(1, 1, 1, 0, 1));
        assertThat(done.usage()).isEqualTo(Samples.usage("0.00001234"));
        assertThat(done.lease()).isNull();
        assertThat(body(done.ref(), StoredBody.Kind.RESULT)).isEqualTo("answer");
        assertThat(history(done.ref()).attempts().getFirst().outcome())
                .isEqualTo(Samples.outcome(AttemptCategory.FINAL));
    }
}
