package dev.penstock.it.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A command that was started. Closing it ends it, if it has not ended. */
public final class Running implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final String words;
    private final Process process;
    private final Path out;
    private final Path err;

    Running(String words, Process process, Path out, Path err) {
        this.words = words;
        this.process = process;
        this.out = out;
        this.err = err;
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public String out() {
        return text(out);
    }

    public String err() {
        return text(err);
    }

    /** As {@code kill -9} does. */
    public Ended kill() {
        process.destroyForcibly();
        return await();
    }

    /** As {@code kill} does: a plain request to end. */
    public void terminate() {
        process.destroy();
    }

    /** Waits for its end. */
    public Ended await() {
        return await(PATIENCE);
    }

    /** Waits for its end for at most so long. */
    public Ended await(Duration patience) {
        try {
            if (!process.waitFor(patience.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("'penstock " + words + "' does not end\n" + out() + err());
            }
            return new Ended(words, process.exitValue(), out(), err());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Waits until something holds, and fails if the command ends before that. */
    public void awaitUntil(String what, BooleanSupplier condition) {
        Await.until(() -> what + ", during 'penstock " + words + "'\n" + out() + err(), () -> {
            boolean alive = isAlive();
            if (condition.getAsBoolean()) {
                return true;
            }
            if (!alive) {
                throw new AssertionError("'penstock " + words + "' ended before " + what + "\n" + out() + err());
            }
            return false;
        });
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            kill();
        }
        try {
            Files.deleteIfExists(out);
            Files.deleteIfExists(err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
