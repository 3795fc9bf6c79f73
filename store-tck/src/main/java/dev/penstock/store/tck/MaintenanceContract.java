package dev.penstock.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Decision;
import dev.penstock.store.Maintenance;
import dev.penstock.store.Maintenance.Pruned;
import dev.penstock.store.Maintenance.Retention;
import dev.penstock.store.OperationFilter;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StoredBody;
import dev.penstock.store.Tenant;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Retention and erasure (design 8, "Retention"). */
public abstract class MaintenanceContract extends LedgerContract {

    private static final Retention DAYS = Retention.defaults();
    private static final Tenant STRANGER = new Tenant("stranger");

    /** For subclasses. */
    protected MaintenanceContract() {}

    @Test
    @DisplayName("bodies go 30 days after the end, rows 400 days after it")
    void prune_settledLongAgo_removesBodiesThenRows() {
        OperationRecord done = journey().to(OperationState.SUCCEEDED, Samples.attached("k"));
        clock.move(DAYS.bodies().minusMillis(1));
        assertThat(prune()).isEqualTo(new Pruned(0, 0));
        clock.move(Duration.ofMillis(1));

        assertThat(prune()).isEqualTo(new Pruned(2, 0));
        assertThat(body(done.ref(), StoredBody.Kind.RESULT)).isEmpty();
        assertThat(now(done.ref()).state()).isEqualTo(OperationState.SUCCEEDED);
        assertThat(prune()).isEqualTo(new Pruned(0, 0));

        clock.move(DAYS.rows().minus(DAYS.bodies()));
        assertThat(prune()).isEqualTo(new Pruned(0, 1));
        assertThat(operations().history(done.ref())).isEmpty();
        assertThat(operations().find(Tenant.LOCAL, done.key())).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"RECEIVED", "CLAIMED", "DISPATCHING", "RETRY_SCHEDULED", "UNKNOWN_OUTCOME"})
    @DisplayName("nothing unresolved is pruned, however old")
    void prune_unresolved_removesNothing(OperationState state) {
        OperationRecord record = journey().to(state, Samples.background("k"));
        clock.move(Duration.ofDays(10_000));

        assertThat(prune()).isEqualTo(new Pruned(0, 0));
        assertThat(body(record.ref(), StoredBody.Kind.REQUEST)).isNotEmpty();
    }

    @Test
    @DisplayName("a key never falls back to an older generation")
    void prune_generations_goTogether() {
        OperationRecord first = journey().to(OperationState.UNKNOWN_OUTCOME, Samples.attached("k"));
        OperationRecord second = committed(new OperationWrite.Decide(
                nextId(),
                first.version(),
                new Decision("op", "again", new Decision.Kind.Rerun(true, Duration.ofMinutes(1)))));
        clock.move(DAYS.rows());
        OperationRecord done = committed(answer(committed(intend(committed(reopenedDeadline(second)))), "answer"));
        assertThat(prune().rows()).isZero();

        clock.move(DAYS.rows());

        assertThat(prune().rows()).isEqualTo(2);
        assertThat(operations().find(Tenant.LOCAL, done.key())).isEmpty();
    }

    @Test
    @DisplayName("a batch is pruned only as a batch, whatever its age")
    void prune_batch_onlyByItsName() {
        OperationRecord done = journey().to(OperationState.SUCCEEDED, Samples.inBatch("k", "b"));
        OperationRecord open = journey().to(OperationState.RECEIVED, Samples.inBatch("open", "b"));
        OperationRecord other = journey().to(OperationState.SUCCEEDED, Samples.inBatch("other", "c"));
        clock.move(Duration.ofDays(10_000));
        assertThat(prune()).isEqualTo(new Pruned(0, 0));

        assertThat(ledger().maintenance().pruneBatch(Tenant.LOCAL, "b")).isEqualTo(new Pruned(2, 1));

        assertThat(operations().history(done.ref())).isEmpty();
        assertThat(operations().history(open.ref())).isPresent();
        assertThat(operations().history(other.ref())).isPresent();
    }

    @Test
    @DisplayName("a batch longer than a look goes whole, and what is unresolved in it stays")
    void prune_longBatch_goesWhole() {
        for (int i = 0; i < 1_100; i++) {
            journey()
                    .to(
                            i % 100 == 0 ? OperationState.RECEIVED : OperationState.CANCELLED_BEFORE_DISPATCH,
                            Samples.inBatch("k" + i, "b"));
        }

        assertThat(ledger().maintenance().pruneBatch(Tenant.LOCAL, "b").rows()).isEqualTo(1_089);
        assertThat(operations().count(Tenant.LOCAL, OperationFilter.all()))
                .isEqualTo(Map.of(OperationState.RECEIVED, 11L));
    }

    @Test
    void prune_otherTenant_removesNothing() {
        OperationRecord done = journey().to(OperationState.SUCCEEDED, Samples.attached("k"));
        clock.move(Duration.ofDays(10_000));

        assertThat(ledger().maintenance().prune(STRANGER, DAYS)).isEqualTo(new Pruned(0, 0));
        assertThat(operations().history(done.ref())).isPresent();
    }

    @Test
    @DisplayName("without a tenant it is about everybody, known or not; batches and what is unresolved stay")
    void prune_everybody_removesOfEachTenant() {
        OperationRecord mine = journey().to(OperationState.SUCCEEDED, Samples.attached("k"));
        OperationRecord strangers =
                journey().to(OperationState.SUCCEEDED, Samples.ofTenant(Samples.attached("k"), STRANGER));
        OperationRecord unknown = journey().to(OperationState.UNKNOWN_OUTCOME, Samples.attached("unknown"));
        OperationRecord line = journey().to(OperationState.SUCCEEDED, Samples.inBatch("line", "b"));
        clock.move(DAYS.bodies());
        assertThat(maintenance().prune(DAYS)).isEqualTo(new Pruned(4, 0));
        clock.move(DAYS.rows());

        assertThat(maintenance().prune(DAYS)).isEqualTo(new Pruned(0, 2));

        assertThat(operations().history(mine.ref())).isEmpty();
        assertThat(operations().history(strangers.ref())).isEmpty();
        assertThat(body(unknown.ref(), StoredBody.Kind.REQUEST)).isNotEmpty();
        assertThat(body(line.ref(), StoredBody.Kind.RESULT)).isEqualTo("answer");
    }

    @Test
    void prune_moreThanOneChunk_removesAll() {
        for (int i = 0; i < 230; i++) {
            journey().to(OperationState.SUCCEEDED, Samples.attached("k" + i));
        }
        clock.move(DAYS.rows());

        assertThat(prune()).isEqualTo(new Pruned(460, 230));
        assertThat(operations().count(Tenant.LOCAL, OperationFilter.all())).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(OperationState.class)
    @DisplayName("R-PRIVACY-1 erase removes the bodies in any state and keeps the row")
    void erase_eachState_removesBodies(OperationState state) {
        OperationRecord record = journey().to(state, Samples.background("k"));

        assertThat(maintenance().erase(Tenant.LOCAL, record.ref().operation()))
                .hasValueSatisfying(removed -> assertThat(removed).isPositive());

        assertThat(body(record.ref(), StoredBody.Kind.REQUEST)).isEmpty();
        assertThat(body(record.ref(), StoredBody.Kind.RESULT)).isEmpty();
        assertThat(now(record.ref())).isEqualTo(record);
    }

    @Test
    void erase_otherTenant_isEmpty() {
        OperationRecord record = journey().to(OperationState.SUCCEEDED, Samples.attached("k"));

        assertThat(maintenance().erase(STRANGER, record.ref().operation())).isEmpty();
        assertThat(body(record.ref(), StoredBody.Kind.RESULT)).isEqualTo("answer");
    }

    @Test
    @DisplayName("an answer that is being tried for again is not pruned between looking and removing")
    void prune_reopened_keepsItsRequest() {
        OperationRecord dead = journey().to(OperationState.DEAD_LETTER, Samples.background("k"));
        clock.move(DAYS.bodies());
        committed(new OperationWrite.Decide(
                nextId(),
                dead.version(),
                new Decision("op", "again", new Decision.Kind.Reopen(Duration.ofMinutes(1)))));

        assertThat(prune()).isEqualTo(new Pruned(0, 0));
        assertThat(body(dead.ref(), StoredBody.Kind.REQUEST)).isNotEmpty();
    }

    @Test
    @DisplayName("the key ring is the store's own and outlives the process")
    void keyRing_afterRestart_isTheSame() {
        byte[] key = ledger().keyRing().key(1);

        restart();

        assertThat(ledger().keyRing().currentVersion()).isEqualTo(1);
        assertThat(ledger().keyRing().key(1)).hasSize(32).isEqualTo(key);
    }

    @Test
    void confirmCopy_noCopy_changesNothing() {
        OperationRecord open = journey().to(OperationState.RECEIVED, Samples.background("k"));

        assertThat(maintenance().confirmCopy()).isZero();
        assertThat(now(open.ref())).isEqualTo(open);
        assertThat(operations().count(Tenant.LOCAL, OperationFilter.all()))
                .isEqualTo(Map.of(OperationState.RECEIVED, 1L));
    }

    private OperationWrite reopenedDeadline(OperationRecord received) {
        OperationRecord ended = committed(
                new OperationWrite.End(nextId(), received.version(), OperationState.DEAD_LETTER, EndReason.DEADLINE));
        return new OperationWrite.Decide(
                nextId(),
                ended.version(),
                new Decision("op", "again", new Decision.Kind.Reopen(Duration.ofMinutes(1))));
    }

    private Pruned prune() {
        return maintenance().prune(Tenant.LOCAL, DAYS);
    }

    private Maintenance maintenance() {
        return ledger().maintenance();
    }
}
