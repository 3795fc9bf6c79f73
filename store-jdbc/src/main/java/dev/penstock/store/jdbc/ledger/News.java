package dev.penstock.store.jdbc.ledger;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.OperationId;
import dev.penstock.store.OperationMode;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.WriteResult;
import dev.penstock.store.jdbc.write.Work;
import java.util.Map;

/** What a write means to other processes, once it is committed. */
public sealed interface News {

    /** Nobody else is concerned. */
    record Nothing() implements News {}

    /** Background work may be due that anybody may take. */
    record DueWork() implements News {}

    /** An operation moved: of concern to who waits for it in another process, and to nobody else. */
    record Moved(OperationId operation) implements News {}

    /** A cancel was asked for, of concern to whoever runs the operation. */
    record CancelAsked() implements News {}

    /** What an ended process held was settled or put back. */
    record Recovered() implements News {}

    /**
     * What a write that was carried out means.
     *
     * @param work the write
     * @param result what it resulted in
     */
    static News of(Work<?> work, Object result) {
        if (work instanceof Recovery) {
            return result.equals(Map.of()) ? new Nothing() : new Recovered();
        }
        return work instanceof OperationWork asked && result instanceof WriteResult.Committed committed
                ? of(asked.write(), committed.record())
                : new Nothing();
    }

    private static News of(OperationWrite write, OperationRecord record) {
        return switch (write) {
            case OperationWrite.Accept ignored -> ofQueue(record);
            case OperationWrite.Decide ignored -> ofQueue(record);
            case OperationWrite.Release release -> release.after().isZero() ? ofQueue(record) : new Nothing();
            case OperationWrite.Settle ignored -> moved(record);
            case OperationWrite.End ignored -> moved(record);
            case OperationWrite.LateEvidence ignored -> moved(record);
            case OperationWrite.RequestCancel ignored -> new CancelAsked();
            case OperationWrite.Reserve ignored -> new Nothing();
            case OperationWrite.Claim ignored -> new Nothing();
            case OperationWrite.Intend ignored -> new Nothing();
            case OperationWrite.Deliver ignored -> new Nothing();
        };
    }

    private static News ofQueue(OperationRecord record) {
        boolean isForAnybody = record.state() == OperationState.RECEIVED
                && record.settings().mode() == OperationMode.BACKGROUND
                && record.lease() == null;
        return isForAnybody ? new DueWork() : new Nothing();
    }

    private static News moved(OperationRecord record) {
        return new Moved(record.ref().operation());
    }
}
