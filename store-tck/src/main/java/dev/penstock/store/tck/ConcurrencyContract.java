package dev.penstock.store.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Next;
import dev.penstock.store.OperationDraft;
import dev.penstock.store.OperationFilter;
import dev.penstock.store.OperationHistory;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StoredBody;
import dev.penstock.store.Tenant;
import dev.penstock.store.WriteResult;
import dev.penstock.store.WriteResult.FingerprintMatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many callers at once: one winner for each key, and nobody pays for somebody else's error. */
public abstract class ConcurrencyContract extends LedgerContract {

    /** For subclasses. */
    protected ConcurrencyContract() {}

    @Test
    @DisplayName("R-OP-8 one key reserved by many: one sends, the others learn of it")
    void reserve_oneKeyManyCallers_oneWins() {
        List<Callable<WriteResult>> calls = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            OperationWrite reserve =
                    new OperationWrite.Reserve(nextId(), Samples.attached("k"), worker(), Samples.intent(1));
            calls.add(() -> operations().write(reserve));
        }

        List<WriteResult> results = Together.run(calls);

        assertThat(results).filteredOn(WriteResult.Committed.class::isInstance).hasSize(1);
        assertThat(results)
                .filteredOn(WriteResult.Exists.class::isInstance)
                .hasSize(63)
                .allSatisfy(result ->
                        assertThat(((WriteResult.Exists) result).match()).isEqualTo(FingerprintMatch.SAME));
        assertThat(operations().count(Tenant.LOCAL, OperationFilter.all()))
                .isEqualTo(Map.of(OperationState.DISPATCHING, 1L));
    }

    @Test
    @DisplayName("B080 R-OP-3 one key with two payloads at once: one of them sends, the other is a conflict")
    void reserve_oneKeyTwoPayloads_oneSends() {
        List<Callable<WriteResult>> calls = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            OperationDraft draft =
                    Samples.withFingerprint(Samples.attached("k"), Samples.fingerprint(i % 2 == 0 ? 'a' : 'b'));
            OperationWrite reserve = new OperationWrite.Reserve(nextId(), draft, worker(), Samples.intent(1));
            calls.add(() -> operations().write(reserve));
        }

        List<WriteResult> results = Together.run(calls);

        assertThat(results).filteredOn(WriteResult.Committed.class::isInstance).hasSize(1);
        assertThat(results)
                .filteredOn(result ->
                        result instanceof WriteResult.Exists exists && exists.match() == FingerprintMatch.DIFFERENT)
                .hasSize(16);
    }

    @ParameterizedTest
    @EnumSource(OperationState.class)
    @DisplayName("B080 R-OP-3 the same key with another payload is a conflict in every state, and changes nothing")
    void reserve_otherPayloadInEachState_isAConflict(OperationState state) {
        OperationRecord record = journey().to(state, Samples.attached("k"));
        OperationDraft other = Samples.withFingerprint(Samples.attached("k"), Samples.fingerprint('b'));

        WriteResult reserved = write(new OperationWrite.Reserve(nextId(), other, worker(), Samples.intent(1)));
        WriteResult accepted = write(new OperationWrite.Accept(nextId(), other));

        WriteResult conflict = new WriteResult.Exists(record, FingerprintMatch.DIFFERENT);
        assertThat(reserved).isEqualTo(conflict);
        assertThat(accepted).isEqualTo(conflict);
        assertThat(now(record.ref())).isEqualTo(record);
        assertThat(body(record.ref(), StoredBody.Kind.REQUEST)).contains("\"k\"");
    }

    @Test
    @DisplayName("writes that wait together are answered together, and an offender among them fails alone")
    void write_groupWithAnOffender_onlyTheOffenderFails() throws InterruptedException {
        OperationRecord received = accept(Samples.background("received"));
        List<Callable<Object>> calls = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            OperationWrite good =
                    new OperationWrite.Reserve(nextId(), Samples.attached("good " + i), worker(), Samples.intent(1));
            calls.add(() -> operations().write(good));
        }
        OperationWrite offender = new OperationWrite.Intend(nextId(), received.version(), worker(), Samples.intent(7));
        calls.add(15, () -> {
            assertThatThrownBy(() -> operations().write(offender)).isInstanceOf(IllegalStateException.class);
            return "offended";
        });

        List<Object> results;
        LedgerFixture.Held held = fixture().holdNextCommit();
        try {
            Thread first = Thread.startVirtualThread(() -> reserve(Samples.attached("first")));
            held.awaitHeld();
            Thread release = Thread.startVirtualThread(held::letGo);
            results = Together.run(calls);
            first.join();
            release.join();
        } finally {
            held.letGo();
        }

        assertThat(results).filteredOn(WriteResult.Committed.class::isInstance).hasSize(30);
        assertThat(now(received.ref())).isEqualTo(received);
    }

    @ParameterizedTest
    @EnumSource(AttemptCategory.class)
    @DisplayName("calls that are written together leave what a call that is written alone leaves")
    void write_manyTogether_leaveTheSameAsOneAlone(AttemptCategory category) throws InterruptedException {
        OperationRecord alone = committed(settled(reserve(Samples.inBatch("alone", "b")), category));
        List<Callable<WriteResult>> reserves = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            OperationDraft draft = Samples.inBatch("together " + i, "b");
            OperationWrite reserve = new OperationWrite.Reserve(nextId(), draft, worker(), Samples.intent(1));
            reserves.add(() -> operations().write(reserve));
        }

        List<OperationRecord> sent = committedTogether(reserves);
        List<Callable<WriteResult>> settles = new ArrayList<>();
        for (OperationRecord record : sent) {
            OperationWrite settle = settled(record, category);
            settles.add(() -> operations().write(settle));
        }
        List<OperationRecord> ended = committedTogether(settles);

        OperationHistory expected = history(alone.ref());
        assertThat(ended).hasSize(24).allSatisfy(record -> {
            OperationHistory found = history(record.ref());
            assertThat(found.record()).isEqualTo(record);
            assertThat(found.attempts()).isEqualTo(expected.attempts());
            assertThat(found.deliveries()).isEqualTo(expected.deliveries());
            assertThat(record)
                    .usingRecursiveComparison()
                    .ignoringFields("ref", "key")
                    .isEqualTo(alone);
            assertThat(body(record.ref(), StoredBody.Kind.REQUEST))
                    .contains(record.key().value());
            assertThat(body(record.ref(), StoredBody.Kind.RESULT)).isEqualTo(body(alone.ref(), StoredBody.Kind.RESULT));
        });
    }

    private OperationWrite settled(OperationRecord record, AttemptCategory category) {
        Next next = switch (category) {
            case FINAL -> new Next.Settled(OperationState.SUCCEEDED, EndReason.ANSWERED, List.of("late", "limited"));
            case AMBIGUOUS -> Samples.settled(OperationState.UNKNOWN_OUTCOME, EndReason.NO_ANSWER);
            case NOT_SENT -> Samples.settled(OperationState.CANCELLED_BEFORE_DISPATCH, EndReason.CANCELLED);
            default -> Samples.settled(OperationState.DEAD_LETTER, EndReason.ATTEMPTS);
        };
        boolean answered = category == AttemptCategory.FINAL;
        return new OperationWrite.Settle(
                nextId(),
                record.version(),
                Samples.outcome(category),
                next,
                answered ? List.of(Samples.result("answer")) : List.of(),
                answered ? OperationWrite.DeliveryKind.ANSWERED : null);
    }

    /** Lets them wait for one another, so that a writer that groups writes has them in one group. */
    private List<OperationRecord> committedTogether(List<Callable<WriteResult>> writes) throws InterruptedException {
        LedgerFixture.Held held = fixture().holdNextCommit();
        try {
            OperationDraft first = Samples.attached("first " + nextId());
            Thread holder = Thread.startVirtualThread(() -> reserve(first));
            held.awaitHeld();
            Thread release = Thread.startVirtualThread(held::letGo);
            List<WriteResult> results = Together.run(writes);
            holder.join();
            release.join();
            return results.stream()
                    .map(result -> ((WriteResult.Committed) result).record())
                    .toList();
        } finally {
            held.letGo();
        }
    }

    @Test
    @DisplayName("reads see what is committed, and are not held up by a writer in the middle of its work")
    void find_whileTheWriterStands_seesTheLastCommit() throws InterruptedException {
        OperationRecord before = accept(Samples.background("k"));
        OperationWrite intent = intend(before);
        LedgerFixture.Held held = fixture().holdNextCommit();
        try {
            Thread writer = Thread.startVirtualThread(() -> write(intent));
            held.awaitHeld();

            assertThat(now(before.ref())).isEqualTo(before);
            assertThat(history(before.ref()).attempts()).isEmpty();

            held.letGo();
            writer.join();
        } finally {
            held.letGo();
        }
        assertThat(now(before.ref()).state()).isEqualTo(OperationState.DISPATCHING);
    }

    @Test
    @DisplayName("an interrupt withdraws a write that nobody has taken: it never happens")
    void write_interruptedInLine_isWithdrawn() throws InterruptedException {
        OperationDraft draft = Samples.attached("withdrawn");
        OperationWrite write = new OperationWrite.Accept(nextId(), draft);
        AtomicReference<Object> outcome = new AtomicReference<>("none");
        LedgerFixture.Held held = fixture().holdNextCommit();
        try {
            Thread first = Thread.startVirtualThread(() -> reserve(Samples.attached("first")));
            held.awaitHeld();
            Thread interrupted = Thread.startVirtualThread(() -> outcome.set(attempt(write)));
            interrupted.interrupt();
            interrupted.join();
            held.letGo();
            first.join();
        } finally {
            held.letGo();
        }

        assertThat(outcome.get()).isInstanceOf(InterruptedException.class);
        assertThat(operations().find(draft.tenant(), draft.key())).isEmpty();
    }

    @Test
    @DisplayName("an interrupt after the write was taken does not hide its outcome, and is not lost")
    void write_interruptedWhenTaken_isAwaited() throws InterruptedException {
        OperationDraft draft = Samples.attached("taken");
        OperationWrite write = new OperationWrite.Reserve(nextId(), draft, worker(), Samples.intent(1));
        AtomicReference<Object> outcome = new AtomicReference<>("none");
        CountDownLatch flagKept = new CountDownLatch(1);
        LedgerFixture.Held held = fixture().holdNextCommit();
        try {
            Thread writer = Thread.startVirtualThread(() -> {
                outcome.set(attempt(write));
                if (Thread.interrupted()) {
                    flagKept.countDown();
                }
            });
            held.awaitHeld();
            writer.interrupt();
            held.letGo();
            writer.join();
        } finally {
            held.letGo();
        }

        assertThat(outcome.get()).isInstanceOf(WriteResult.Committed.class);
        assertThat(flagKept.getCount()).isZero();
    }

    private Object attempt(OperationWrite write) {
        try {
            return operations().write(write);
        } catch (InterruptedException e) {
            return e;
        }
    }
}
