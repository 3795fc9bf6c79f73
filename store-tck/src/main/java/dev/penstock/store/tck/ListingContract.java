package dev.penstock.store.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Decision;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.OperationDraft;
import dev.penstock.store.OperationFilter;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.Page;
import dev.penstock.store.Tenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How operations are found, listed and counted. */
public abstract class ListingContract extends LedgerContract {

    /** For subclasses. */
    protected ListingContract() {}

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 8, 1000})
    @DisplayName("pages follow one another without gap or repetition")
    void list_pageByPage_givesEachOnce(int size) {
        List<OperationRecord> accepted = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            accepted.add(accept(Samples.background("k" + i)));
        }

        List<OperationRecord> listed = new ArrayList<>();
        String cursor = null;
        do {
            Page page = operations().list(Tenant.LOCAL, OperationFilter.all(), cursor, size);
            listed.addAll(page.records());
            cursor = page.next();
        } while (cursor != null);

        assertThat(listed).containsExactlyElementsOf(accepted);
    }

    @Test
    void list_filters_areAllHeld() {
        OperationRecord dead =
                journey().deadLetter(Samples.inBatch("b/1", "b"), AttemptCategory.TRANSIENT, EndReason.DEADLINE);
        OperationRecord attempts =
                journey().deadLetter(Samples.inBatch("b/2", "b"), AttemptCategory.TRANSIENT, EndReason.ATTEMPTS);
        OperationRecord open = journey().to(OperationState.RECEIVED, Samples.inBatch("c/1", "c"));

        assertThat(list(filter(Set.of(), null, "b", null))).containsExactly(dead, attempts);
        assertThat(list(filter(Set.of(), EndReason.DEADLINE, null, null))).containsExactly(dead);
        assertThat(list(filter(Set.of(OperationState.RECEIVED, OperationState.CLAIMED), null, null, null)))
                .containsExactly(open);
        assertThat(list(filter(Set.of(), null, null, "b/"))).containsExactly(dead, attempts);
        assertThat(list(filter(Set.of(), null, null, "B/"))).isEmpty();
        assertThat(list(filter(Set.of(), null, null, "%"))).isEmpty();
        assertThat(list(filter(Set.of(OperationState.DEAD_LETTER), EndReason.ATTEMPTS, "b", "b/")))
                .containsExactly(attempts);
    }

    @Test
    void list_olderGenerations_onlyWhenAskedFor() {
        OperationRecord old = journey().to(OperationState.DEAD_LETTER, Samples.attached("k"));
        OperationRecord made = committed(new OperationWrite.Decide(
                nextId(),
                old.version(),
                new Decision("op", "again", new Decision.Kind.Rerun(false, Duration.ofMinutes(1)))));

        assertThat(list(OperationFilter.all())).containsExactly(made);
        assertThat(list(new OperationFilter(Set.of(), null, null, null, true))).containsExactly(old, made);
    }

    @Test
    @DisplayName("R-TENANT-1 a listing is one tenant's own")
    void list_otherTenant_isEmpty() {
        accept(Samples.background("k"));
        Tenant stranger = new Tenant("stranger");

        assertThat(operations().list(stranger, OperationFilter.all(), null, 10).records())
                .isEmpty();
        assertThat(operations().count(stranger, OperationFilter.all())).isEmpty();
    }

    @Test
    void list_limitsAndCursors_areChecked() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> operations().list(Tenant.LOCAL, OperationFilter.all(), null, 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> operations().list(Tenant.LOCAL, OperationFilter.all(), null, 1001));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> operations().list(Tenant.LOCAL, OperationFilter.all(), "nonsense", 10));
    }

    @Test
    void count_states_areCounted() {
        journey().to(OperationState.SUCCEEDED, Samples.inBatch("a", "b"));
        journey().to(OperationState.SUCCEEDED, Samples.inBatch("b", "b"));
        journey().to(OperationState.UNKNOWN_OUTCOME, Samples.inBatch("c", "b"));
        journey().to(OperationState.SUCCEEDED, Samples.attached("d"));

        assertThat(operations().count(Tenant.LOCAL, filter(Set.of(), null, "b", null)))
                .isEqualTo(Map.of(OperationState.SUCCEEDED, 2L, OperationState.UNKNOWN_OUTCOME, 1L));
    }

    @Test
    void findAll_manyKeys_givesWhatIsThere() {
        List<IdempotencyKey> keys = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            OperationDraft draft = Samples.background("k" + i);
            keys.add(draft.key());
            if (i % 2 == 0) {
                accept(draft);
            }
        }

        Map<IdempotencyKey, OperationRecord> found = operations().findAll(Tenant.LOCAL, keys);

        assertThat(found).hasSize(25);
        assertThat(found.get(keys.get(4)))
                .isEqualTo(operations().find(Tenant.LOCAL, keys.get(4)).orElseThrow());
        assertThat(found).doesNotContainKey(keys.get(5));
        assertThat(operations().findAll(Tenant.LOCAL, List.of())).isEmpty();
    }

    @Test
    @DisplayName("keys are compared exactly: no case folding, no trimming")
    void find_similarKeys_areDifferent() {
        accept(Samples.background("Key"));

        assertThat(operations().find(Tenant.LOCAL, new IdempotencyKey("key"))).isEmpty();
        assertThat(operations().find(Tenant.LOCAL, new IdempotencyKey("Key "))).isEmpty();
        assertThat(operations().find(Tenant.LOCAL, new IdempotencyKey("Kéy"))).isEmpty();
    }

    private List<OperationRecord> list(OperationFilter filter) {
        return operations().list(Tenant.LOCAL, filter, null, 100).records();
    }

    private static OperationFilter filter(
            Set<OperationState> states,
            @org.jspecify.annotations.Nullable EndReason reason,
            @org.jspecify.annotations.Nullable String batch,
            @org.jspecify.annotations.Nullable String keyPrefix) {
        return new OperationFilter(states, reason, batch, keyPrefix, false);
    }
}
