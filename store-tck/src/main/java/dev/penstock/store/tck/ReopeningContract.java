package dev.penstock.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Decision;
import dev.penstock.store.Next;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StoredBody;
import dev.penstock.store.WriteResult;
import dev.penstock.store.WriteResult.Why;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Dead letters that are tried again, and new generations beside old ones (design 4 "Reopening", R-OP-10). */
public abstract class ReopeningContract extends LedgerContract {

    private static final Set<EndReason> REOPENABLE = EnumSet.of(
            EndReason.DEADLINE,
            EndReason.ATTEMPTS,
            EndReason.RETRY_BUDGET,
            EndReason.BREAKER,
            EndReason.STOPPED,
            EndReason.ABANDONED,
            EndReason.REFUSED,
            EndReason.REPLAY_SETTING);

    /** For subclasses. */
    protected ReopeningContract() {}

    @ParameterizedTest
    @EnumSource(EndReason.class)
    @DisplayName("design 4: a dead letter is reopenable for the listed reasons alone")
    void reopen_eachReason_asListed(EndReason reason) {
        OperationRecord dead = journey().deadLetter(Samples.attached("k"), AttemptCategory.TRANSIENT, reason);

        if (REOPENABLE.contains(reason)) {
            assertThat(committed(reopen(dead)).state()).isEqualTo(OperationState.RECEIVED);
        } else {
            refused(reopen(dead), Why.NOT_REOPENABLE);
            assertThat(now(dead.ref())).isEqualTo(dead);
        }
    }

    @ParameterizedTest
    @EnumSource(AttemptCategory.class)
    @DisplayName("design 4: every attempt of a reopenable dead letter is NOT_SENT, TRANSIENT or STOP")
    void reopen_eachCategory_asListed(AttemptCategory category) {
        OperationRecord dead = journey().deadLetter(Samples.attached("k"), category, EndReason.ATTEMPTS);

        if (category.isReopenable()) {
            assertThat(committed(reopen(dead)).epoch()).isEqualTo(dead.epoch() + 1);
        } else {
            refused(reopen(dead), Why.NOT_REOPENABLE);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = OperationState.class,
            names = {"DEAD_LETTER"},
            mode = EnumSource.Mode.EXCLUDE)
    void reopen_notADeadLetter_isRefused(OperationState state) {
        OperationRecord record = journey().to(state, Samples.attached("k"));

        refused(reopen(record), Why.NOT_POSSIBLE);
    }

    @Test
    @DisplayName("a reopened generation keeps its attempts, forgets its cancel and has a new deadline")
    void reopen_deadLetter_startsAgainWithItsPast() {
        OperationRecord sent = reserve(Samples.attached("k"));
        committed(new OperationWrite.RequestCancel(nextId(), sent.ref(), "somebody", ""));
        OperationRecord dead = committed(settle(
                sent,
                AttemptCategory.TRANSIENT,
                new Next.Settled(OperationState.DEAD_LETTER, EndReason.ATTEMPTS, List.of(), Duration.ofSeconds(9))));
        clock.move(Duration.ofMinutes(10));

        OperationRecord received = committed(reopen(dead));

        assertThat(received.reason()).isNull();
        assertThat(received.attempts()).isEqualTo(dead.attempts());
        assertThat(received.times().cancelRequestedAt()).isEmpty();
        assertThat(received.times().deadlineAt()).isEqualTo(clock.millis() + 60_000);
        assertThat(committed(intend(received)).attempts().started()).isEqualTo(2);
    }

    @Test
    @DisplayName("a caller's reopening is held by the process in which it waits")
    void reopen_withAHolder_isHeld() {
        OperationRecord dead = journey().to(OperationState.DEAD_LETTER, Samples.attached("k"));

        OperationRecord held = committed(new OperationWrite.Decide(
                nextId(),
                dead.version(),
                new Decision("caller", "repeat", new Decision.Kind.Reopen(Duration.ofMinutes(1))),
                worker()));

        assertThat(held.lease()).extracting(OperationRecord.Lease::worker).isEqualTo(worker());
    }

    @Test
    void reopen_bodyErased_isRefused() {
        OperationRecord dead = journey().to(OperationState.DEAD_LETTER, Samples.attached("k"));
        ledger().maintenance().erase(dead.ref().tenant(), dead.ref().operation());

        refused(reopen(dead), Why.EXPIRED);
    }

    @ParameterizedTest
    @EnumSource(OperationState.class)
    @DisplayName("R-OP-10 rerun: of what is settled, as a new generation; the old one stays as it is")
    void rerun_fromEachState_onlyWhenSettled(OperationState from) {
        OperationRecord old = journey().to(from, Samples.attached("k"));
        clock.move(Samples.HARD_LIMIT.plusSeconds(1));
        OperationRecord before = now(old.ref());

        if (from.isSettled()) {
            OperationRecord made = committed(rerun(old, /* acceptDuplicates= */ false));

            assertThat(made.ref().generation()).isEqualTo(2);
            assertThat(made.ref().operation()).isEqualTo(old.ref().operation());
            assertThat(made.state()).isEqualTo(OperationState.RECEIVED);
            assertThat(made.epoch()).isZero();
            assertThat(made.fingerprint()).isEqualTo(old.fingerprint());
            assertThat(made.attempts().started()).isZero();
            assertThat(body(made.ref(), StoredBody.Kind.REQUEST)).isEqualTo(body(old.ref(), StoredBody.Kind.REQUEST));
            assertThat(now(old.ref())).isEqualTo(before);
            assertThat(operations().find(old.ref().tenant(), old.key())).contains(made);
            assertThat(operations().generations(old.ref().tenant(), old.ref().operation()))
                    .extracting(record -> record.ref().generation())
                    .containsExactly(1, 2);
        } else {
            refused(rerun(old, /* acceptDuplicates= */ true), Why.NOT_POSSIBLE);
        }
    }

    @Test
    @DisplayName("R-OP-10 not before the old attempt's hard limit, unless duplicates are accepted")
    void rerun_oldAttemptMayStillRun_isRefused() {
        OperationRecord unknown = journey().to(OperationState.UNKNOWN_OUTCOME, Samples.attached("k"));
        clock.move(Samples.HARD_LIMIT.minusMillis(1));
        refused(rerun(unknown, /* acceptDuplicates= */ false), Why.STILL_RUNNING);
        clock.move(Duration.ofMillis(1));

        committed(rerun(unknown, /* acceptDuplicates= */ false));
    }

    @Test
    void rerun_acceptingDuplicates_mayBeginAtOnce() {
        OperationRecord unknown = journey().to(OperationState.UNKNOWN_OUTCOME, Samples.attached("k"));

        committed(rerun(unknown, /* acceptDuplicates= */ true));
    }

    @Test
    void rerun_notTheNewestGeneration_isRefused() {
        OperationRecord dead = journey().to(OperationState.DEAD_LETTER, Samples.attached("k"));
        committed(rerun(dead, /* acceptDuplicates= */ false));

        refused(rerun(dead, /* acceptDuplicates= */ false), Why.NOT_POSSIBLE);
    }

    @Test
    @DisplayName("R-OP-3 a regenerated operation is compared with its newest request")
    void regenerate_newPayload_isWhatARepeatIsComparedWith() {
        OperationRecord old = journey().to(OperationState.SUCCEEDED, Samples.attached("k"));
        OperationRecord made = committed(new OperationWrite.Decide(
                nextId(),
                old.version(),
                new Decision(
                        "caller",
                        "changed line",
                        new Decision.Kind.Regenerate(
                                Samples.fingerprint('b'),
                                Samples.bytes("changed"),
                                /* acceptDuplicates= */ false,
                                Duration.ofMinutes(1)))));

        assertThat(body(made.ref(), StoredBody.Kind.REQUEST)).isEqualTo("changed");
        assertThat(body(old.ref(), StoredBody.Kind.RESULT)).isEqualTo("answer");
        WriteResult repeat = write(new OperationWrite.Accept(nextId(), Samples.attached("k")));
        assertThat(((WriteResult.Exists) repeat).match()).isEqualTo(WriteResult.FingerprintMatch.DIFFERENT);
    }

    @Test
    void rerun_bodyErased_isRefused() {
        OperationRecord dead = journey().to(OperationState.DEAD_LETTER, Samples.attached("k"));
        ledger().maintenance().erase(dead.ref().tenant(), dead.ref().operation());

        refused(rerun(dead, /* acceptDuplicates= */ false), Why.EXPIRED);
    }

    private OperationWrite reopen(OperationRecord record) {
        return decide(record, new Decision.Kind.Reopen(Duration.ofMinutes(1)));
    }

    private OperationWrite rerun(OperationRecord record, boolean acceptDuplicates) {
        return decide(record, new Decision.Kind.Rerun(acceptDuplicates, Duration.ofMinutes(1)));
    }

    private OperationWrite decide(OperationRecord record, Decision.Kind kind) {
        return new OperationWrite.Decide(nextId(), record.version(), new Decision("op on call", "because", kind));
    }
}
