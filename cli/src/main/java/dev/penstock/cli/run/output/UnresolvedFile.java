package dev.penstock.cli.run.output;

import dev.penstock.cli.run.input.BatchLine.Unsendable;
import dev.penstock.cli.terminal.ExitCode;
import dev.penstock.cli.terminal.Reason;
import dev.penstock.cli.terminal.Refusal;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationFilter;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.Page;
import dev.penstock.store.Tenant;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import org.jspecify.annotations.Nullable;

/**
 * The second file: every line of a batch without an answer, with the reason and the command that resolves it. Written
 * anew from the store each time and put in place in one step; without such a line there is no such file. Holds a page at
 * a time. Not thread-safe.
 */
public final class UnresolvedFile implements AutoCloseable {

    private static final EnumSet<OperationState> UNRESOLVED = EnumSet.of(
            OperationState.UNKNOWN_OUTCOME,
            OperationState.FAILED_PERMANENT,
            OperationState.DEAD_LETTER,
            OperationState.CANCELLED_BEFORE_DISPATCH);

    private static final int PAGE = 500;

    private final Path path;
    private final Path draft;
    private final Path unsendable;
    private final Ledger ledger;
    private final UnresolvedLine line;
    private @Nullable OutputStream unsendables;

    /**
     * Makes the writer.
     *
     * @param output the batch's output, which the file is named after
     * @param ledger the store
     * @param line how its lines are written
     */
    public UnresolvedFile(Path output, Ledger ledger, UnresolvedLine line) {
        this.path = beside(output);
        this.draft = path.resolveSibling(path.getFileName() + ".draft");
        this.unsendable = path.resolveSibling(path.getFileName() + ".lines");
        this.ledger = ledger;
        this.line = line;
    }

    /**
     * Where the second file of an output is.
     *
     * @param output "results.jsonl"
     * @return "results.unresolved.jsonl"
     */
    public static Path beside(Path output) {
        String name = output.getFileName().toString();
        int dot = name.lastIndexOf('.');
        return output.resolveSibling(
                dot > 0 ? name.substring(0, dot) + ".unresolved" + name.substring(dot) : name + ".unresolved.jsonl");
    }

    /**
     * The file.
     *
     * @return its path, whether it exists or not
     */
    public Path path() {
        return path;
    }

    /**
     * Notes a line that is not sent. It is kept on disk until the file is written.
     *
     * @param unsendableLine the line
     */
    public void note(Unsendable unsendableLine) {
        try {
            if (unsendables == null) {
                unsendables = new BufferedOutputStream(Files.newOutputStream(unsendable));
            }
            unsendables.write(line.of(unsendableLine));
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /**
     * Writes the file as things stand.
     *
     * @param tenant whose batch
     * @param batch the batch
     * @return how many lines it has
     */
    public long write(Tenant tenant, String batch) {
        try {
            long lines;
            try (FileChannel channel = FileChannel.open(
                            draft,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.TRUNCATE_EXISTING,
                            StandardOpenOption.WRITE);
                    OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel))) {
                lines = writeStored(out, tenant, batch);
                lines += copyUnsendable(out);
                out.flush();
                channel.force(true);
            }
            if (lines == 0) {
                Files.deleteIfExists(path);
                Files.delete(draft);
            } else {
                Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
            return lines;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private long writeStored(OutputStream out, Tenant tenant, String batch) throws IOException {
        OperationFilter filter = new OperationFilter(UNRESOLVED, null, batch, null, false);
        long lines = 0;
        String cursor = null;
        do {
            Page page = ledger.operations().list(tenant, filter, cursor, PAGE);
            for (OperationRecord operation : page.records()) {
                out.write(line.of(operation, ledger.operations()));
                lines++;
            }
            cursor = page.next();
        } while (cursor != null);
        return lines;
    }

    private long copyUnsendable(OutputStream out) throws IOException {
        if (unsendables == null) {
            return 0;
        }
        unsendables.flush();
        byte[] bytes = new byte[1 << 16];
        long lines = 0;
        try (var in = Files.newInputStream(unsendable)) {
            for (int read = in.read(bytes); read > 0; read = in.read(bytes)) {
                out.write(bytes, 0, read);
                for (int i = 0; i < read; i++) {
                    lines += bytes[i] == '\n' ? 1 : 0;
                }
            }
        }
        return lines;
    }

    @Override
    public void close() {
        try {
            if (unsendables != null) {
                unsendables.close();
            }
            Files.deleteIfExists(unsendable);
        } catch (IOException ignored) {
            // It only held what the next run finds again.
        }
    }

    private Refusal failed(IOException e) {
        return new Refusal(
                ExitCode.WORK_LEFT,
                "cannot write " + path + ": " + Reason.of(e)
                        + ". Nothing is lost; mend that and run the same command again");
    }
}
