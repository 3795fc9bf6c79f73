package dev.penstock.client;

import dev.penstock.store.Decision;
import dev.penstock.store.OperationMode;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StoreException;
import dev.penstock.store.StoredFingerprint;
import dev.penstock.store.WriteId;
import dev.penstock.store.WriteResult;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Takes an operation into the ledger to be done without anybody waiting. The key decides as it does for a call: what has
 * an answer is answered, and what is there already is not taken in twice.
 */
final class Submission {

    private final EngineParts parts;
    private final LedgerSide ledger;
    private final Operation operation;
    private final StoredFingerprint fingerprint;
    private final Drafting drafting;

    Submission(EngineParts parts, LedgerSide ledger, Operation operation, StoredFingerprint fingerprint) {
        this.parts = parts;
        this.ledger = ledger;
        this.operation = operation;
        this.fingerprint = fingerprint;
        this.drafting = Drafting.of(fingerprint, parts);
    }

    /** Submits it, as often as somebody else moves its key meanwhile. */
    Submitted submit() throws InterruptedException {
        try {
            Optional<Submitted> submitted = Optional.empty();
            while (submitted.isEmpty()) {
                submitted = tried();
            }
            return submitted.get();
        } catch (StoreException e) {
            return new Submitted.Instead(new Result.StoreUnavailable(
                    e.kind(),
                    Objects.requireNonNullElse(e.getMessage(), e.kind().name()),
                    null));
        }
    }

    private Optional<Submitted> tried() throws InterruptedException {
        Optional<OperationRecord> found = ledger.find(operation);
        if (found.isPresent()) {
            return present(found.get());
        }
        if (parts.parking().isParked()) {
            return instead(new Result.Parked(parts.parking().why(), null));
        }
        return switch (ledger.store().write(new OperationWrite.Accept(nextId(), drafting.draft(operation)))) {
            case WriteResult.Committed committed -> accepted(committed.record());
            case WriteResult.Refused refused -> instead(Replies.notTaken(refused.why()));
            case WriteResult.Exists ignored -> Optional.empty();
            case WriteResult.Fenced ignored -> Optional.empty();
        };
    }

    private Optional<Submitted> present(OperationRecord record) throws InterruptedException {
        StoredReplies replies = ledger.replies();
        WriteResult.FingerprintMatch match =
                ledger.fingerprints().compare(record.fingerprint(), fingerprint, operation.request());
        Repeat.Who who = new Repeat.Who(operation.repeatedBy(), ledger.worker());
        return switch (Repeat.decide(record, match, operation.retry(), who)) {
            case Repeat.Replay ignored -> instead(replies.replay(record));
            case Repeat.Conflict conflict -> instead(replies.conflict(record, conflict.verifiable()));
            case Repeat.Unknown ignored -> instead(replies.unknown(record));
            case Repeat.Ended end -> instead(replies.ended(record, end.comeBack()));
            case Repeat.Held ignored -> open(record);
            case Repeat.Continue ignored -> open(record);
            case Repeat.Reopen ignored -> reopen(record);
        };
    }

    private Optional<Submitted> open(OperationRecord record) {
        return isBackground(record)
                ? accepted(record)
                : instead(ledger.replies().inProgress(record));
    }

    /** Work whose caller waited for it is reopened by a call alone: nobody else would take it up. */
    private Optional<Submitted> reopen(OperationRecord record) throws InterruptedException {
        if (!isBackground(record)) {
            return instead(ledger.replies().ended(record, Duration.ZERO));
        }
        Decision decision = new Decision(
                "caller",
                "repeat of the key",
                new Decision.Kind.Reopen(operation.deadline().remaining()));
        return switch (ledger.store().write(new OperationWrite.Decide(nextId(), record.version(), decision))) {
            case WriteResult.Committed committed -> accepted(committed.record());
            case WriteResult.Refused refused ->
                instead(
                        refused.why() == WriteResult.Why.EXPIRED
                                ? new Result.Expired(StoredReplies.info(record, false))
                                : ledger.replies().ended(record, Duration.ZERO));
            case WriteResult.Fenced ignored -> Optional.empty();
            case WriteResult.Exists ignored -> Optional.empty();
        };
    }

    private static boolean isBackground(OperationRecord record) {
        return record.settings().mode() == OperationMode.BACKGROUND;
    }

    private static Optional<Submitted> accepted(OperationRecord record) {
        return Optional.of(new Submitted.Accepted(StoredReplies.info(record, false)));
    }

    private static Optional<Submitted> instead(Result result) {
        return Optional.of(new Submitted.Instead(result));
    }

    private WriteId nextId() {
        return WriteId.create(parts.random());
    }
}
