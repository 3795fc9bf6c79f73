package dev.penstock.cli.run.output;

import dev.penstock.cli.terminal.ExitCode;
import dev.penstock.cli.terminal.Reason;
import dev.penstock.cli.terminal.Refusal;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The file that results are appended to. It is locked while it is open, so that two runs never write the same one. Not
 * thread-safe.
 */
final class OutputFile implements AutoCloseable {

    private static final int HEAD = 4096;

    private final Path path;
    private final FileChannel channel;
    private long length;

    private OutputFile(Path path, FileChannel channel, long length) {
        this.path = path;
        this.channel = channel;
        this.length = length;
    }

    /** Opens the file, made if it is not there. */
    static OutputFile open(Path path) {
        try {
            FileChannel channel = FileChannel.open(
                    path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            lock(path, channel);
            return new OutputFile(path, channel, channel.size());
        } catch (IOException e) {
            throw new Refusal("cannot write " + path + ": " + Reason.of(e));
        }
    }

    private static void lock(Path path, FileChannel channel) throws IOException {
        boolean locked;
        try {
            locked = channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            locked = false;
        }
        if (!locked) {
            channel.close();
            throw new Refusal(path + " is being written by another run; wait for it or choose another output");
        }
    }

    long length() {
        return length;
    }

    /** Appends bytes; durable only after {@link #sync}. */
    void append(byte[] bytes) {
        try {
            ByteBuffer rest = ByteBuffer.wrap(bytes);
            long at = length;
            while (rest.hasRemaining()) {
                at += channel.write(rest, at);
            }
            length = at;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** Makes what was appended durable. */
    void sync() {
        try {
            channel.force(false);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** Cuts the file back. */
    void cut(long to) {
        try {
            channel.truncate(to);
            channel.force(true);
            length = to;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** A digest of the file's first bytes, at most as many as are ours. */
    String headDigest(long ours) {
        try {
            ByteBuffer head = ByteBuffer.allocate((int) Math.min(HEAD, ours));
            while (head.hasRemaining() && channel.read(head, head.position()) >= 0) {
                // reads on until the head is whole
            }
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(sha256.digest(head.array()));
        } catch (IOException e) {
            throw failed(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Keeps what the file holds under another name beside it, and begins anew. */
    Path putAside() {
        try {
            Path aside = freeName();
            try (FileChannel copy = FileChannel.open(aside, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                long at = 0;
                while (at < length) {
                    at += channel.transferTo(at, length - at, copy);
                }
                copy.force(true);
            }
            cut(0);
            return aside;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private Path freeName() {
        for (int i = 1; ; i++) {
            Path candidate = path.resolveSibling(path.getFileName() + ".old-" + i);
            if (!Files.exists(candidate)) {
                return candidate;
            }
        }
    }

    private Refusal failed(IOException e) {
        return new Refusal(
                ExitCode.WORK_LEFT,
                "cannot write " + path + ": " + Reason.of(e)
                        + ". The results are safe in the store; mend that and run the same command again");
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException ignored) {
            // What counts was synced before.
        }
    }
}
