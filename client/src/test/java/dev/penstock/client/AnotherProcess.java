package dev.penstock.client;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.policy.attempt.DeliveryEvidence;
import dev.penstock.policy.attempt.DeliveryStage;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.attempt.Proof;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.policy.attempt.Timings;
import dev.penstock.store.AttemptIntent;
import dev.penstock.store.AttemptOutcome;
import dev.penstock.store.Bytes;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.Ledger;
import dev.penstock.store.Next;
import dev.penstock.store.OperationDraft;
import dev.penstock.store.OperationDraft.OperationSettings;
import dev.penstock.store.OperationId;
import dev.penstock.store.OperationMode;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StoredBody;
import dev.penstock.store.Tenant;
import dev.penstock.store.UsageSummary;
import dev.penstock.store.WorkerId;
import dev.penstock.store.WriteId;
import dev.penstock.store.WriteResult;
import dev.penstock.time.Chance;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/** What another process on the same ledger writes there. */
final class AnotherProcess {

    static final String ANSWER = "{\"id\":\"elsewhere\",\"object\":\"chat.completion\",\"choices\":[{\"index\":0,"
            + "\"finish_reason\":\"stop\",\"message\":{\"role\":\"assistant\",\"content\":\"elsewhere\"}}]}";

    private final Ledger ledger;
    private final WorkerId worker;

    AnotherProcess(Ledger ledger) {
        this.ledger = ledger;
        this.worker = ledger.workers().register();
    }

    /** Takes an attached operation in and is about to send it. */
    OperationRecord sends(String key) throws InterruptedException {
        Bytes body = Bytes.wrap(Bench.BODY.getBytes(StandardCharsets.UTF_8));
        OperationDraft draft = new OperationDraft(
                Tenant.LOCAL,
                new IdempotencyKey(key),
                OperationId.create(System.currentTimeMillis(), Chance.system()),
                null,
                new Fingerprints(ledger.keyRing()).of(body, "").orElseThrow(),
                body,
                new OperationSettings(OperationMode.ATTACHED, ReplaySetting.AFTER_REJECTION, 4, "simulator"),
                Duration.ofMinutes(5));
        return write(new OperationWrite.Reserve(nextId(), draft, worker, intent(1)));
    }

    /** Goes on with what nobody holds, and is about to send it. */
    OperationRecord takesOver(OperationRecord open) throws InterruptedException {
        return write(new OperationWrite.Intend(
                nextId(), open.version(), worker, intent(open.attempts().started() + 1)));
    }

    /** Ends what nobody sends for good. */
    OperationRecord fails(OperationRecord open) throws InterruptedException {
        return write(
                new OperationWrite.End(nextId(), open.version(), OperationState.DEAD_LETTER, EndReason.INTERNAL_ERROR));
    }

    private static AttemptIntent intent(int number) {
        return new AttemptIntent(
                number,
                number == 1 ? AttemptIntent.Kind.ORIGINAL : AttemptIntent.Kind.RETRY,
                "simulator",
                "deepseek-v4-flash",
                "",
                false,
                Duration.ofMinutes(5),
                Duration.ofMillis(100),
                null);
    }

    /** Hears an answer. */
    OperationRecord isAnswered(OperationRecord sent) throws InterruptedException {
        StoredBody result = new StoredBody(
                StoredBody.Kind.RESULT, "application/json", Bytes.wrap(ANSWER.getBytes(StandardCharsets.UTF_8)));
        Next succeeded = new Next.Settled(OperationState.SUCCEEDED, EndReason.ANSWERED, List.of());
        return settle(sent, AttemptCategory.FINAL, succeeded, List.of(result));
    }

    /** Hears that it is to come back later, and has no attempts left. */
    OperationRecord isExhausted(OperationRecord sent) throws InterruptedException {
        Next over = new Next.Settled(OperationState.DEAD_LETTER, EndReason.ATTEMPTS, List.of());
        return settle(sent, AttemptCategory.TRANSIENT, over, List.of());
    }

    /** Hears that it is to come back later, and waits. */
    OperationRecord isToldToWait(OperationRecord sent) throws InterruptedException {
        return settle(sent, AttemptCategory.TRANSIENT, new Next.Retry(Duration.ofMillis(1), null), List.of());
    }

    /** Ends without a word, and somebody settles what it left. */
    void dies() {
        ledger.workers().leave(worker);
        ledger.workers().recover();
    }

    private OperationRecord settle(OperationRecord sent, AttemptCategory category, Next next, List<StoredBody> bodies)
            throws InterruptedException {
        AttemptOutcome outcome = new AttemptOutcome(
                category,
                "sample",
                24,
                true,
                new DeliveryEvidence(DeliveryStage.RESPONSE_COMPLETE, 10, 10, false, Timings.NONE, Proof.NONE),
                OptionalInt.of(category == AttemptCategory.FINAL ? 200 : 503),
                null,
                null,
                UsageSummary.UNKNOWN);
        return write(new OperationWrite.Settle(nextId(), sent.version(), outcome, next, bodies));
    }

    private OperationRecord write(OperationWrite write) throws InterruptedException {
        return ((WriteResult.Committed) ledger.operations().write(write)).record();
    }

    private static WriteId nextId() {
        return WriteId.create(Chance.system());
    }
}
