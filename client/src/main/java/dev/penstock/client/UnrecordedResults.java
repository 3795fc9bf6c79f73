package dev.penstock.client;

import dev.penstock.time.Deadline;
import dev.penstock.time.Signal;
import dev.penstock.time.Time;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Outcomes whose commit fails. They stay in memory and are tried again until they are committed or fenced; a shutdown
 * waits for them and names what it loses (design 8, "Answer in hand, commit failing").
 */
final class UnrecordedResults implements AutoCloseable {

    private static final long AGAIN_AFTER = Duration.ofMillis(250).toNanos();

    private final Time time;
    /** In the order in which they came. */
    private final Set<Entry> entries = new ConcurrentSkipListSet<>(Comparator.comparingLong(Entry::number));

    private final AtomicLong kept = new AtomicLong();
    private final Signal closed = new Signal();

    private record Entry(Journal journal, String name, Signal done, long number) {}

    UnrecordedResults(Time time) {
        this.time = time;
    }

    /** Takes a journal whose last write was not acknowledged; nobody else may use it any more. */
    void keep(Journal journal, String name) {
        Entry entry = new Entry(journal, name, new Signal(), kept.incrementAndGet());
        entries.add(entry);
        time.tasks().start("penstock-unrecorded", () -> run(entry));
    }

    /**
     * Waits until all is recorded.
     *
     * @return the names of what is not, once the time is up
     */
    List<String> await(Deadline deadline) throws InterruptedException {
        for (Entry entry : entries) {
            time.sleeper().await(entry.done(), deadline);
        }
        return entries.stream().map(Entry::name).sorted().toList();
    }

    @Override
    public void close() {
        closed.set();
    }

    /** Recorded, and not left open with nobody to go on with it. */
    private static boolean isOver(Journal journal) throws InterruptedException {
        Journal.Written written = journal.again();
        Journal.Written left = switch (written) {
            case Journal.Written.Done ignored -> journal.abandon(journal.record());
            case Journal.Written.Fenced fenced -> journal.abandon(fenced.record());
            case Journal.Written.Unavailable ignored -> written;
        };
        return !(left instanceof Journal.Written.Unavailable);
    }

    private void tryOnce(Entry entry) throws InterruptedException {
        if (isOver(entry.journal())) {
            entries.remove(entry);
            entry.done().set();
        }
    }

    private void run(Entry entry) {
        Unattended unattended = new Unattended("recording an outcome", time);
        try {
            while (!entry.done().isSet() && !time.sleeper().await(closed, AGAIN_AFTER)) {
                unattended.round(() -> tryOnce(entry));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
