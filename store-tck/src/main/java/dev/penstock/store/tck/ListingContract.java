package dev.penstock.store.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Backlog;
import dev.penstock.store.Decision;
import dev.penstock.store.DecisionCounts;
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
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
        for (int i = 0; i < 150; i++) {
            OperationDraft draft = Samples.background("k" + i);
            keys.add(draft.key());
            if (i % 2 == 0) {
                accept(draft);
            }
        }

        Map<IdempotencyKey, OperationRecord> found = operations().findAll(Tenant.LOCAL, keys);

        assertThat(found).hasSize(75);
        assertThat(found.get(keys.get(4)))
                .isEqualTo(operations().find(Tenant.LOCAL, keys.get(4)).orElseThrow());
        assertThat(found).doesNotContainKey(keys.get(5));
        assertThat(operations().findAll(Tenant.LOCAL, List.of())).isEmpty();
    }

    @Test
    @DisplayName("the longest key is a key like any other")
    void find_longestKey_isFound() {
        RandomGenerator random = new SplittableRandom(20261130);
        String name = IntStream.range(0, IdempotencyKey.MAX_BYTES)
                .mapToObj(i -> String.valueOf((char) ('!' + random.nextInt(94))))
                .collect(Collectors.joining());
        OperationRecord record = accept(Samples.inBatch(name, name.substring(0, name.length() - 2)));

        assertThat(operations().find(Tenant.LOCAL, new IdempotencyKey(name))).contains(record);
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

    @Test
    @DisplayName("R-OBS-3 what waits is told by state, with the age of the oldest; what has ended is not")
    void backlog_isWhatWaits() {
        accept(Samples.background("old"));
        clock.move(Duration.ofMinutes(2));
        accept(Samples.background("young"));
        OperationRecord unknown = journey().to(OperationState.UNKNOWN_OUTCOME, Samples.attached("unknown"));
        journey().to(OperationState.SUCCEEDED, Samples.attached("done"));
        journey().to(OperationState.DEAD_LETTER, Samples.attached("dead"));
        clock.move(Duration.ofMinutes(15));

        Map<OperationState, Backlog.Standing> waiting = operations().backlog().states();

        assertThat(waiting.get(OperationState.RECEIVED)).isEqualTo(new Backlog.Standing(2, Duration.ofMinutes(17)));
        assertThat(waiting.get(OperationState.UNKNOWN_OUTCOME))
                .isEqualTo(new Backlog.Standing(1, Duration.ofMinutes(15)));
        assertThat(waiting).doesNotContainKeys(OperationState.SUCCEEDED, OperationState.DEAD_LETTER);

        decide(unknown, new Decision.Kind.Failed());
        assertThat(operations().backlog().states()).doesNotContainKey(OperationState.UNKNOWN_OUTCOME);
    }

    @Test
    @DisplayName("R-OBS-3 decisions are counted by kind from where somebody last looked, whoever decided")
    void decisions_sinceTheLastLook() {
        OperationRecord before = journey().to(OperationState.UNKNOWN_OUTCOME, Samples.attached("before"));
        decide(before, new Decision.Kind.Failed());
        long last = operations().decisions(Long.MAX_VALUE).last();
        assertThat(operations().decisions(last).kinds()).isEmpty();

        OperationRecord waiting = accept(Samples.background("waiting"));
        committed(new OperationWrite.RequestCancel(nextId(), waiting.ref(), "somebody", ""));
        for (int i = 0; i < 2; i++) {
            decide(
                    journey().to(OperationState.UNKNOWN_OUTCOME, Samples.attached("k" + i)),
                    new Decision.Kind.Rerun(true, Duration.ofMinutes(1)));
        }

        DecisionCounts counts = operations().decisions(last);
        assertThat(counts.kinds()).isEqualTo(Map.of("cancel", 1L, "rerun", 2L));
        assertThat(operations().decisions(counts.last()).kinds()).isEmpty();
        assertThat(operations().backlog().states()).doesNotContainKey(OperationState.UNKNOWN_OUTCOME);
    }

    private void decide(OperationRecord record, Decision.Kind kind) {
        committed(new OperationWrite.Decide(nextId(), record.version(), new Decision("somebody", "", kind)));
    }

    private static OperationFilter filter(
            Set<OperationState> states,
            @org.jspecify.annotations.Nullable EndReason reason,
            @org.jspecify.annotations.Nullable String batch,
            @org.jspecify.annotations.Nullable String keyPrefix) {
        return new OperationFilter(states, reason, batch, keyPrefix, false);
    }
}
