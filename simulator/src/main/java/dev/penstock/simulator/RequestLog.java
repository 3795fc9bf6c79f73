package dev.penstock.simulator;

import dev.penstock.simulator.clock.SimulatorClock;
import dev.penstock.simulator.log.LogEntry;
import dev.penstock.simulator.log.Outcome;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The log of requests. A line is handed to the operating system in one write, so that it survives the death of any
 * process, and before the entry is seen in memory.
 */
final class RequestLog implements AutoCloseable {

    private final SimulatorClock clock;
    private final int memory;
    private final @Nullable FileOutputStream file;
    private final AtomicLong ids = new AtomicLong();
    private final Map<Long, OpenEntry> open = new TreeMap<>();
    private final Deque<LogEntry> finished = new ArrayDeque<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition grown = lock.newCondition();
    private long finishedCount;

    RequestLog(@Nullable Path file, int memory, SimulatorClock clock) {
        this.clock = clock;
        this.memory = memory;
        try {
            this.file = file == null ? null : new FileOutputStream(file.toFile(), true);
        } catch (IOException e) {
            throw new SimulatorException(
                    "Cannot write the request log " + file + ": " + e.getMessage()
                            + ". Give a file in a directory that exists and may be written.",
                    e);
        }
    }

    OpenEntry open(long connectionId) {
        OpenEntry entry = new OpenEntry(ids.incrementAndGet(), connectionId, clock.epochMillis(), clock.micros());
        lock.lock();
        try {
            open.put(entry.id(), entry);
        } finally {
            lock.unlock();
        }
        return entry;
    }

    /** Takes an entry out that is no request to the provider. */
    void discard(OpenEntry entry) {
        if (entry.claim()) {
            lock.lock();
            try {
                open.remove(entry.id());
            } finally {
                lock.unlock();
            }
        }
    }

    /** Writes a finished entry; a second call for the same entry does nothing. */
    void finish(OpenEntry entry) {
        if (!entry.claim()) {
            return;
        }
        LogEntry done = entry.snapshot();
        append(done);
        lock.lock();
        try {
            open.remove(entry.id());
            finishedCount++;
            finished.addLast(done);
            if (finished.size() > memory) {
                finished.removeFirst();
            }
            grown.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void append(LogEntry entry) {
        if (file != null) {
            try {
                file.write((entry.toJson() + "\n").getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException("the request log cannot be written", e);
            }
        }
    }

    /** Ends what is still open. */
    void finishAll() {
        for (OpenEntry entry : openEntries()) {
            if (!entry.isClaimed()) {
                long now = clock.micros();
                if (entry.finishedAt == null) {
                    entry.finishedAt = now;
                    entry.outcome = Outcome.SIMULATOR_CLOSED;
                }
                entry.workFinishedAt = now;
                finish(entry);
            }
        }
    }

    private List<OpenEntry> openEntries() {
        lock.lock();
        try {
            return List.copyOf(open.values());
        } finally {
            lock.unlock();
        }
    }

    List<LogEntry> finished() {
        lock.lock();
        try {
            return List.copyOf(finished);
        } finally {
            lock.unlock();
        }
    }

    List<LogEntry> inProgress() {
        return openEntries().stream().map(OpenEntry::snapshot).toList();
    }

    /** Finished ones and those in progress, none missed and none twice. */
    List<LogEntry> all() {
        lock.lock();
        try {
            return Stream.concat(finished.stream(), open.values().stream().map(OpenEntry::snapshot))
                    .sorted(Comparator.comparingLong(LogEntry::id))
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    long finishedCount() {
        lock.lock();
        try {
            return finishedCount;
        } finally {
            lock.unlock();
        }
    }

    boolean await(long count, Duration patience) throws InterruptedException {
        long nanos = TimeUnit.MILLISECONDS.toNanos(patience.toMillis());
        lock.lock();
        try {
            while (finishedCount < count) {
                if (nanos <= 0) {
                    return false;
                }
                nanos = grown.awaitNanos(nanos);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Forgets what is kept in memory; the file stays. */
    void clear() {
        lock.lock();
        try {
            finished.clear();
            finishedCount = 0;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        finishAll();
        if (file != null) {
            try {
                file.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
