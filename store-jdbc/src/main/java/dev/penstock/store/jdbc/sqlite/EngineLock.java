package dev.penstock.store.jdbc.sqlite;

import dev.penstock.store.StoreException;
import dev.penstock.store.StoreException.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The operating system's lock that makes a process the one engine of a store. It lies on a file of its own, never on the
 * database: closing any handle of a locked file gives the lock up on POSIX systems, and SQLite opens its file often.
 * For the same reason this process remembers which locks it holds and never opens such a file twice.
 */
final class EngineLock implements AutoCloseable {

    private static final Map<Path, EngineHolder> HELD_HERE = new ConcurrentHashMap<>();

    private final Path file;
    private final FileChannel channel;

    private EngineLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Takes the lock, or says who has it. */
    static EngineLock acquire(StoreFile store, Instant now, String adminAddress) {
        Path file = store.lockFile();
        EngineHolder self = new EngineHolder(ProcessHandle.current().pid(), now, adminAddress);
        EngineHolder other = HELD_HERE.putIfAbsent(file, self);
        if (other != null) {
            throw taken(store, other);
        }
        try {
            return new EngineLock(file, lock(store, file, self));
        } catch (IOException e) {
            HELD_HERE.remove(file);
            throw StoreFile.unusable(store.path(), e);
        } catch (RuntimeException e) {
            HELD_HERE.remove(file);
            throw e;
        }
    }

    private static FileChannel lock(StoreFile store, Path file, EngineHolder self) throws IOException {
        StoreFile.createPrivate(file);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock == null) {
                throw taken(store, EngineHolder.parse(readAll(channel)));
            }
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(self.text().getBytes(StandardCharsets.UTF_8)), 0);
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static String readAll(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(1024);
        channel.read(bytes, 0);
        return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
    }

    private static StoreException taken(StoreFile store, @Nullable EngineHolder holder) {
        String who = holder == null ? "another process" : holder.describe();
        return new StoreException(
                Kind.LOCKED,
                "the store " + store.path() + " is in use by " + who
                        + ". Wait for it or stop it; `penstock ops` works beside it. Deleting the lock file helps"
                        + " nobody: the lock goes with its process.",
                null);
    }

    /** Gives the lock up; the file stays, since removing it would let two engines lock two files of one name. */
    @Override
    public void close() {
        HELD_HERE.remove(file);
        try {
            channel.close();
        } catch (IOException e) {
            throw StoreFile.unusable(file, e);
        }
    }
}
