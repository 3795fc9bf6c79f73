package dev.penstock.gateway.log;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writes lines on a thread of its own: a reader of the log that stalls stalls no call. What does not fit into the bounded
 * queue is dropped, counted, and told with the next line. Thread-safe.
 */
public final class LogWriter implements AutoCloseable {

    private static final int MOST_WAITING = 10_000;
    private static final String END = "";
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final BlockingQueue<String> lines = new ArrayBlockingQueue<>(MOST_WAITING);
    private final AtomicLong dropped = new AtomicLong();
    private final PrintStream out;
    private final Thread thread;

    /**
     * Begins to write.
     *
     * @param out where to; stays its owner's to close
     */
    public LogWriter(PrintStream out) {
        this.out = out;
        this.thread = Thread.ofPlatform().daemon().name("penstock-log").start(this::write);
    }

    /** Takes a line, or drops it. */
    void line(String line) {
        if (!lines.offer(line)) {
            dropped.incrementAndGet();
        }
    }

    /** Writes what is waiting, and ends; gives up on a reader that takes nothing for 2 s. */
    @Override
    public void close() {
        try {
            if (lines.offer(END, PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                boolean ignored = thread.join(PATIENCE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void write() {
        try {
            for (String line = lines.take(); !line.equals(END); line = lines.take()) {
                out.println(line);
                long lost = dropped.getAndSet(0);
                if (lost > 0) {
                    out.println("{\"event\":\"log_dropped\",\"lines\":" + lost + "}");
                }
            }
            out.flush();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
