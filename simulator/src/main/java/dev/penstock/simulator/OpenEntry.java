package dev.penstock.simulator;

import dev.penstock.simulator.log.Answered;
import dev.penstock.simulator.log.LogEntry;
import dev.penstock.simulator.log.Moments;
import dev.penstock.simulator.log.Outcome;
import dev.penstock.simulator.log.Received;
import dev.penstock.simulator.look.Usage;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A request in progress: written by the thread that serves it, read by whoever asks for a snapshot. */
final class OpenEntry {

    private final long id;
    private final long connectionId;
    private final long epochMs;
    private final long acceptedAt;
    private final AtomicBoolean claimed = new AtomicBoolean();

    volatile @Nullable Long receivedAt;
    volatile @Nullable Long answeredAt;
    volatile @Nullable Long finishedAt;
    volatile @Nullable Long workFinishedAt;
    volatile @Nullable String method;
    volatile @Nullable String path;
    volatile long bytesRead;
    volatile @Nullable String model;
    volatile @Nullable Boolean stream;
    volatile List<String> headerNames = List.of();
    volatile @Nullable String bodySha256;
    volatile @Nullable String contentSha256;
    volatile @Nullable Integer status;
    volatile @Nullable Outcome outcome;

    /** What the request was spoiled by before it could be answered; the outcome, then, however the answer ends. */
    volatile @Nullable Outcome spoiled;

    volatile int active;
    volatile String account = Keys.DEFAULT_ACCOUNT;
    volatile @Nullable String rule;
    volatile @Nullable Usage usage;

    OpenEntry(long id, long connectionId, long epochMs, long acceptedAt) {
        this.id = id;
        this.connectionId = connectionId;
        this.epochMs = epochMs;
        this.acceptedAt = acceptedAt;
    }

    long id() {
        return id;
    }

    /** Whoever gets true closes the entry; nobody else does. */
    boolean claim() {
        return claimed.compareAndSet(false, true);
    }

    boolean isClaimed() {
        return claimed.get();
    }

    LogEntry snapshot() {
        return new LogEntry(
                id,
                connectionId,
                new Moments(epochMs, acceptedAt, receivedAt, answeredAt, finishedAt, workFinishedAt),
                new Received(method, path, bytesRead, model, stream, headerNames, bodySha256, contentSha256),
                new Answered(status, outcome, active, account, rule, usage));
    }
}
