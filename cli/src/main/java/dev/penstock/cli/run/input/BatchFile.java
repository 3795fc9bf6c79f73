package dev.penstock.cli.run.input;

import dev.penstock.cli.run.input.BatchLine.Code;
import dev.penstock.cli.run.input.BatchLine.Request;
import dev.penstock.cli.run.input.BatchLine.Unsendable;
import dev.penstock.cli.terminal.Reason;
import dev.penstock.cli.terminal.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Reads a batch file line by line, blank lines passed over, duplicate ids told apart. Holds one line at a time and 20 to
 * 70 bytes for every id it has seen. Not thread-safe.
 */
public final class BatchFile implements AutoCloseable {

    private final InputStream in;
    private final LineReader reader;
    private final DuplicateTable ids = new DuplicateTable();
    private final ReentrantLock lock = new ReentrantLock();

    private BatchFile(InputStream in) {
        this.in = in;
        this.reader = new LineReader(in);
    }

    /**
     * Opens a file.
     *
     * @param file the file
     * @return its reader
     * @throws Refusal if it cannot be read
     */
    public static BatchFile open(Path file) {
        try {
            if (Files.isDirectory(file)) {
                throw new Refusal("cannot read " + file + ": it is a directory");
            }
            return new BatchFile(Files.newInputStream(file));
        } catch (IOException e) {
            throw new Refusal("cannot read " + file + ": " + Reason.of(e));
        }
    }

    /**
     * Counts the lines that are not blank.
     *
     * @param file the file
     * @param atMost where counting may stop
     * @return how many there are, at most that many
     * @throws Refusal if it cannot be read
     */
    public static long countLines(Path file, long atMost) {
        long count = 0;
        try (BatchFile batch = open(file)) {
            for (RawLine line = batch.reader.next(); line != null && count < atMost; line = batch.reader.next()) {
                count += line.isBlank() ? 0 : 1;
            }
            return count;
        } catch (IOException e) {
            throw new Refusal("cannot read " + file + ": " + Reason.of(e));
        }
    }

    /**
     * The next line.
     *
     * @return the line, null after the last
     * @throws IOException if the file cannot be read on
     */
    public @Nullable BatchLine next() throws IOException {
        RawLine line = reader.next();
        while (line != null && line.isBlank()) {
            line = reader.next();
        }
        return line == null ? null : unique(LineParser.parse(line));
    }

    /**
     * The next lines.
     *
     * @param atMost how many
     * @return them; fewer than that only at the end
     * @throws IOException if the file cannot be read on
     */
    public List<BatchLine> next(int atMost) throws IOException {
        List<BatchLine> lines = new ArrayList<>(atMost);
        while (lines.size() < atMost) {
            BatchLine line = next();
            if (line == null) {
                break;
            }
            lines.add(line);
        }
        return lines;
    }

    /**
     * Whether a line with this id has been read. May be asked from any thread.
     *
     * @param customId the id
     * @return true if the file has passed it
     */
    public boolean hasPassed(String customId) {
        lock.lock();
        try {
            return ids.contains(customId);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException ignored) {
            // A file that was only read has nothing to lose.
        }
    }

    private BatchLine unique(BatchLine line) {
        return switch (line) {
            case Unsendable unsendable -> unsendable;
            case Request request -> {
                int first = firstLine(request);
                yield first == 0
                        ? request
                        : new Unsendable(
                                request.number(),
                                request.customId(),
                                Code.DUPLICATE_CUSTOM_ID,
                                "custom_id '" + request.customId() + "' stands on line " + first + " already");
            }
        };
    }

    private int firstLine(Request request) {
        lock.lock();
        try {
            return ids.firstLine(request.customId(), request.number());
        } finally {
            lock.unlock();
        }
    }
}
