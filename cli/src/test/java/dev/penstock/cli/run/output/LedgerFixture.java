package dev.penstock.cli.run.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.penstock.cli.explain.BatchKeys;
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
import dev.penstock.store.Decision;
import dev.penstock.store.Next;
import dev.penstock.store.OperationDraft;
import dev.penstock.store.OperationId;
import dev.penstock.store.OperationMode;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StoredBody;
import dev.penstock.store.StoredFingerprint;
import dev.penstock.store.Tenant;
import dev.penstock.store.UsageSummary;
import dev.penstock.store.WorkerId;
import dev.penstock.store.WriteId;
import dev.penstock.store.WriteResult;
import dev.penstock.store.jdbc.sqlite.SqliteLedger;
import dev.penstock.store.jdbc.sqlite.SqliteOptions;
import dev.penstock.time.Time;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A real ledger in a file, filled as an engine would fill it. */
final class LedgerFixture implements AutoCloseable {

    static final String BATCH = "/data/in.jsonl";
    private static final Duration HOUR = Duration.ofHours(1);

    final SqliteLedger ledger;
    private final SplittableRandom random = new SplittableRandom(7);
    private final WorkerId worker;

    LedgerFixture(Path file) {
        ledger = SqliteLedger.open(SqliteOptions.engine(file, Time.system(), new SplittableRandom(3)));
        worker = ledger.workers().register();
    }

    /** A line that was answered with this JSON. */
    OperationRecord answer(String customId, String json) throws InterruptedException {
        return settle(reserve(customId), OperationState.SUCCEEDED, EndReason.ANSWERED, AttemptCategory.FINAL, json);
    }

    /** A line whose send ended without an answer. */
    OperationRecord lose(String customId) throws InterruptedException {
        return settle(
                reserve(customId),
                OperationState.UNKNOWN_OUTCOME,
                EndReason.NO_ANSWER,
                AttemptCategory.AMBIGUOUS,
                null);
    }

    /** A new generation of a settled line, answered with this JSON. */
    OperationRecord answerAnew(OperationRecord old, String json) throws InterruptedException {
        Decision rerun = new Decision("tester", "", new Decision.Kind.Rerun(true, HOUR));
        OperationRecord received = committed(new OperationWrite.Decide(nextId(), old.version(), rerun));
        OperationRecord sent = committed(new OperationWrite.Intend(nextId(), received.version(), worker, intent()));
        return settle(sent, OperationState.SUCCEEDED, EndReason.ANSWERED, AttemptCategory.FINAL, json);
    }

    private OperationRecord reserve(String customId) throws InterruptedException {
        OperationDraft draft = new OperationDraft(
                Tenant.LOCAL,
                BatchKeys.key(BATCH, customId),
                OperationId.create(1_000, random),
                BATCH,
                new StoredFingerprint(1, 1, "0".repeat(64), ""),
                Bytes.wrap("{}".getBytes(UTF_8)),
                new OperationDraft.OperationSettings(
                        OperationMode.BACKGROUND, ReplaySetting.AFTER_REJECTION, 10, "sim"),
                HOUR);
        return committed(new OperationWrite.Reserve(nextId(), draft, worker, intent()));
    }

    private OperationRecord settle(
            OperationRecord sent,
            OperationState state,
            EndReason reason,
            AttemptCategory category,
            @Nullable String json)
            throws InterruptedException {
        boolean answered = json != null;
        AttemptOutcome outcome = new AttemptOutcome(
                category,
                answered ? "completed(full)" : "ambiguous(no_answer)",
                answered ? 24 : 12,
                true,
                new DeliveryEvidence(
                        answered ? DeliveryStage.RESPONSE_COMPLETE : DeliveryStage.REQUEST_COMPLETE,
                        2,
                        json == null ? 0 : json.length(),
                        false,
                        Timings.NONE,
                        Proof.NONE),
                answered ? OptionalInt.of(200) : OptionalInt.empty(),
                null,
                answered ? "req-1" : null,
                UsageSummary.UNKNOWN);
        List<StoredBody> bodies = json == null
                ? List.of()
                : List.of(new StoredBody(StoredBody.Kind.RESULT, "application/json", Bytes.wrap(json.getBytes(UTF_8))));
        return committed(new OperationWrite.Settle(
                nextId(), sent.version(), outcome, new Next.Settled(state, reason, List.of()), bodies));
    }

    private OperationRecord committed(OperationWrite write) throws InterruptedException {
        return ((WriteResult.Committed) ledger.operations().write(write)).record();
    }

    private static AttemptIntent intent() {
        return new AttemptIntent(
                1, AttemptIntent.Kind.ORIGINAL, "sim", "m", "", false, HOUR, Duration.ofMillis(100), null);
    }

    private WriteId nextId() {
        return WriteId.create(random);
    }

    @Override
    public void close() {
        ledger.close();
    }
}
