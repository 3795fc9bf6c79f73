package dev.penstock.store.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Decision;
import dev.penstock.store.OperationHistory;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StoreException;
import dev.penstock.store.WriteResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * A commit whose acknowledgement is lost happened once, and its writer is told so (design 8, "Writes"). So is a writer
 * that asks again with the same write id.
 */
public abstract class AcknowledgementContract extends LedgerContract {

    /** For subclasses. */
    protected AcknowledgementContract() {}

    @TestFactory
    @DisplayName("a lost acknowledgement: every kind of write is committed, once, and says so")
    List<DynamicTest> write_lostAcknowledgement_isCommittedOnce() {
        List<DynamicTest> tests = new ArrayList<>();
        everyKind()
                .forEach((name, kind) -> tests.add(DynamicTest.dynamicTest(name, () -> {
                    OperationWrite write = kind.get();
                    fixture().loseNextAcknowledgement();

                    OperationRecord record = committed(write);

                    assertThat(record).isEqualTo(now(record.ref()));
                    assertHappenedOnce(name, record);
                })));
        return tests;
    }

    @TestFactory
    @DisplayName("asking again with the same write id: the answer is the same, and nothing happens twice")
    List<DynamicTest> write_again_isCommittedOnce() {
        List<DynamicTest> tests = new ArrayList<>();
        everyKind()
                .forEach((name, kind) -> tests.add(DynamicTest.dynamicTest(name, () -> {
                    OperationWrite write = kind.get();
                    OperationRecord first = committed(write);

                    OperationRecord second = committed(write);

                    assertThat(second).isEqualTo(first);
                    assertHappenedOnce(name, second);
                })));
        return tests;
    }

    @Test
    @DisplayName("an intent is recognised even after a cancel was asked for beside it")
    void intend_againAfterACancelRequest_isStillOurs() {
        OperationWrite intent = intend(journey().to(OperationState.CLAIMED, Samples.attached("k")));
        OperationRecord sent = committed(intent);
        committed(new OperationWrite.RequestCancel(nextId(), sent.ref(), "somebody", ""));

        assertThat(committed(intent).attempts().started()).isEqualTo(1);
    }

    @Test
    @DisplayName("an outcome is recognised even after others moved the generation on")
    void settle_againAfterOthersMovedOn_isStillOurs() {
        OperationRecord sent = reserve(Samples.background("k"));
        OperationWrite outcome = settle(sent, AttemptCategory.TRANSIENT, Samples.retry());
        OperationRecord retry = committed(outcome);
        committed(claim(retry.version()));

        assertThat(committed(outcome).state()).isEqualTo(OperationState.CLAIMED);
        assertThat(history(sent.ref()).evidence()).isEmpty();
    }

    @Test
    void claimDue_lostAcknowledgement_givesWhatWasClaimed() throws InterruptedException {
        for (int i = 0; i < 6; i++) {
            accept(Samples.background("k" + i));
        }
        fixture().loseNextAcknowledgement();

        List<OperationRecord> claimed = operations().claimDue(worker(), 4);

        assertThat(claimed)
                .hasSize(4)
                .allSatisfy(record -> assertThat(record.epoch()).isEqualTo(1));
        assertThat(operations().claimDue(worker(), 10)).hasSize(2);
    }

    @Test
    @DisplayName("what was claimed and never told is given to the next who asks, as many as he wants, and not for ever")
    void claimDue_fateUnknown_isFoundAgain() throws InterruptedException {
        for (int i = 0; i < 6; i++) {
            accept(Samples.background("k" + i));
        }
        fixture().loseNextTwoAcknowledgements();
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> operations().claimDue(worker(), 4))
                .satisfies(why -> assertThat(why.kind()).isEqualTo(StoreException.Kind.UNCERTAIN));

        List<OperationRecord> claimed = new ArrayList<>(operations().claimDue(worker(), 3));
        assertThat(claimed).hasSize(3);
        claimed.addAll(operations().claimDue(worker(), 3));
        assertThat(claimed).hasSize(4);
        claimed.addAll(operations().claimDue(worker(), 3));

        assertThat(claimed)
                .hasSize(6)
                .doesNotHaveDuplicates()
                .allSatisfy(record -> assertThat(record.epoch()).isEqualTo(1));
    }

    @Test
    @DisplayName("the loser of a reservation is not told that it won")
    void reserve_otherWriterWon_isNotOurs() {
        reserve(Samples.attached("k"));
        fixture().loseNextAcknowledgement();

        WriteResult second =
                write(new OperationWrite.Reserve(nextId(), Samples.attached("k"), worker(), Samples.intent(1)));

        assertThat(second).isInstanceOf(WriteResult.Exists.class);
    }

    private Map<String, Supplier<OperationWrite>> everyKind() {
        Map<String, Supplier<OperationWrite>> kinds = new LinkedHashMap<>();
        kinds.put("accept", () -> new OperationWrite.Accept(nextId(), Samples.background("accept")));
        kinds.put(
                "reserve",
                () -> new OperationWrite.Reserve(nextId(), Samples.attached("reserve"), worker(), Samples.intent(1)));
        kinds.put("claim", () -> claim(at(OperationState.RECEIVED, "claim").version()));
        kinds.put("intend", () -> intend(at(OperationState.CLAIMED, "intend")));
        kinds.put("intend at once", () -> intend(at(OperationState.RECEIVED, "intend at once")));
        kinds.put("settle", () -> answer(at(OperationState.DISPATCHING, "settle"), "answer"));
        kinds.put(
                "settle retry",
                () -> settle(
                        at(OperationState.DISPATCHING, "settle retry"), AttemptCategory.TRANSIENT, Samples.retry()));
        kinds.put(
                "end",
                () -> new OperationWrite.End(
                        nextId(),
                        at(OperationState.RECEIVED, "end").version(),
                        OperationState.DEAD_LETTER,
                        EndReason.DEADLINE));
        kinds.put(
                "release",
                () -> new OperationWrite.Release(
                        nextId(), at(OperationState.CLAIMED, "release").version()));
        kinds.put("cancel", () -> cancel(at(OperationState.RECEIVED, "cancel")));
        kinds.put("cancel wish", () -> cancel(at(OperationState.DISPATCHING, "cancel wish")));
        kinds.put(
                "deliver",
                () -> new OperationWrite.Deliver(
                        nextId(),
                        at(OperationState.SUCCEEDED, "deliver").ref(),
                        OperationWrite.DeliveryKind.ANSWERED,
                        null));
        kinds.put(
                "late evidence",
                () -> new OperationWrite.LateEvidence(
                        nextId(),
                        at(OperationState.UNKNOWN_OUTCOME, "late evidence").ref(),
                        1,
                        Samples.outcome(AttemptCategory.FINAL),
                        Samples.succeeded(),
                        List.of(Samples.result("late"))));
        kinds.put("decide failed", () -> decide("decide failed", new Decision.Kind.Failed()));
        kinds.put("decide not_sent", () -> decide("decide not_sent", new Decision.Kind.NotSent(Duration.ofMinutes(1))));
        kinds.put("decide rerun", () -> decide("decide rerun", new Decision.Kind.Rerun(true, Duration.ofMinutes(1))));
        return kinds;
    }

    private OperationRecord at(OperationState state, String name) {
        return journey().to(state, Samples.background(name));
    }

    private OperationWrite cancel(OperationRecord record) {
        return new OperationWrite.RequestCancel(nextId(), record.ref(), "somebody", "");
    }

    private OperationWrite decide(String name, Decision.Kind kind) {
        return new OperationWrite.Decide(
                nextId(), at(OperationState.UNKNOWN_OUTCOME, name).version(), new Decision("op", "why", kind));
    }

    private void assertHappenedOnce(String name, OperationRecord record) {
        OperationHistory history = history(record.ref());
        assertThat(history.attempts()).hasSize(record.attempts().started());
        assertThat(history.deliveries()).hasSize(name.equals("deliver") ? 1 : 0);
        assertThat(history.evidence()).hasSize(name.equals("late evidence") ? 1 : 0);
        assertThat(history.decisions()).hasSizeLessThanOrEqualTo(1);
        assertThat(operations().generations(record.ref().tenant(), record.ref().operation()))
                .hasSize(name.equals("decide rerun") ? 2 : 1);
        assertThat(record.epoch()).isLessThanOrEqualTo(2);
    }
}
