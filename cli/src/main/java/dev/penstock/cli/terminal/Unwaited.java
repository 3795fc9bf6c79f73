package dev.penstock.cli.terminal;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Standard error for warnings, written on a thread of its own: the JDK's logging writes on the thread that warns, and a
 * reader that takes nothing would hold up a lease's heartbeat or a stop. What does not fit any more is dropped.
 * Thread-safe.
 */
public final class Unwaited extends OutputStream {

    private static final int MOST_WAITING = 1_000;
    private static final byte[] END = {};
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final BlockingQueue<byte[]> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private final PrintStream out;
    private final Thread thread;

    /**
     * In front of a stream that may be slow.
     *
     * @param out where the lines go; stays open
     */
    public Unwaited(PrintStream out) {
        this.out = out;
        this.thread = Thread.ofPlatform().daemon().name("penstock-warnings").start(this::pass);
    }

    /**
     * Takes the place of the process's standard error; what was built on that before stays on it.
     *
     * @return to be closed before the process ends, so that the last words are heard
     */
    public static Unwaited inPlaceOfStandardError() {
        Unwaited warnings = new Unwaited(System.err);
        System.setErr(new PrintStream(warnings, true, StandardCharsets.UTF_8));
        return warnings;
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        if (length > 0) {
            boolean ignored = waiting.offer(Arrays.copyOfRange(bytes, from, from + length));
        }
    }

    /** Waits a moment until everything is written. */
    @Override
    public void close() {
        try {
            if (waiting.offer(END, PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                boolean ignored = thread.join(PATIENCE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void pass() {
        try {
            for (byte[] bytes = waiting.take(); bytes.length > 0; bytes = waiting.take()) {
                out.write(bytes, 0, bytes.length);
                out.flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
