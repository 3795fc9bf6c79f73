package dev.penstock.benchmarks.durable;

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
import dev.penstock.store.Next;
import dev.penstock.store.OperationDraft;
import dev.penstock.store.OperationDraft.OperationSettings;
import dev.penstock.store.OperationId;
import dev.penstock.store.OperationMode;
import dev.penstock.store.OperationStore;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StoredBody;
import dev.penstock.store.StoredFingerprint;
import dev.penstock.store.Tenant;
import dev.penstock.store.UsageSummary;
import dev.penstock.store.WorkerId;
import dev.penstock.store.WriteId;
import dev.penstock.store.WriteResult;
import dev.penstock.time.Chance;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/** Writes what one keyed call writes: reservation and intent, then its result. */
final class Operations {

    private static final Bytes REQUEST = Bytes.wrap(new byte[1024]);
    private static final Bytes ANSWER = Bytes.wrap(new byte[2048]);

    private final OperationStore store;
    private final WorkerId worker;
    private final AtomicLong number = new AtomicLong();
    private final RandomGenerator random = Chance.system();
    private final String run = "benchmark/" + Long.toHexString(random.nextLong()) + "/";

    Operations(OperationStore store, WorkerId worker) {
        this.store = store;
        this.worker = worker;
    }

    /** Takes background work in. */
    void accept() throws InterruptedException {
        store.write(new OperationWrite.Accept(WriteId.create(random), draft(OperationMode.BACKGROUND)));
    }

    void one() throws InterruptedException {
        OperationDraft draft = draft(OperationMode.ATTACHED);
        AttemptIntent intent = new AttemptIntent(
                1,
                AttemptIntent.Kind.ORIGINAL,
                "route",
                "model",
                "",
                true,
                Duration.ofMinutes(2),
                Duration.ofMillis(100),
                null);
        WriteResult reserved = store.write(new OperationWrite.Reserve(WriteId.create(random), draft, worker, intent));
        if (reserved instanceof WriteResult.Committed committed) {
            store.write(new OperationWrite.Settle(
                    WriteId.create(random),
                    committed.record().version(),
                    outcome(),
                    new Next.Settled(OperationState.SUCCEEDED, EndReason.ANSWERED, List.of(), null),
                    List.of(new StoredBody(StoredBody.Kind.RESULT, "application/json", ANSWER))));
        } else {
            throw new IllegalStateException("not reserved: " + reserved);
        }
    }

    private OperationDraft draft(OperationMode mode) {
        long mine = number.incrementAndGet();
        return new OperationDraft(
                Tenant.LOCAL,
                new IdempotencyKey(run + mine),
                OperationId.create(mine, random),
                null,
                new StoredFingerprint(1, 1, "0".repeat(64), ""),
                REQUEST,
                new OperationSettings(mode, ReplaySetting.AFTER_REJECTION, 4, "route"),
                Duration.ofMinutes(2));
    }

    private static AttemptOutcome outcome() {
        DeliveryEvidence evidence = new DeliveryEvidence(
                DeliveryStage.RESPONSE_COMPLETE, 1024, 2048, true, new Timings(1, 2, 3, 4, 5), Proof.NONE);
        return new AttemptOutcome(
                AttemptCategory.FINAL,
                "completed(full)",
                24,
                true,
                evidence,
                OptionalInt.of(200),
                null,
                null,
                UsageSummary.UNKNOWN);
    }
}
