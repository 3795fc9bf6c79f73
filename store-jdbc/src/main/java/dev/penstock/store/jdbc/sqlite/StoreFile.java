package dev.penstock.store.jdbc.sqlite;

import dev.penstock.store.StoreException;
import dev.penstock.store.StoreException.Kind;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.Set;

/**
 * The database file on its disk: ours alone to read, and on a file system that keeps what it was told to keep. SQLite
 * gives its {@code -wal} and {@code -shm} the rights of the file that they belong to.
 */
final class StoreFile {

    /** File systems whose locks or syncs do not hold between machines: sqlite.org/howtocorrupt.html, 2.1. */
    private static final Set<String> NETWORK = Set.of(
            "nfs",
            "nfs3",
            "nfs4",
            "cifs",
            "smb",
            "smb2",
            "smb3",
            "smbfs",
            "9p",
            "afs",
            "afpfs",
            "webdav",
            "davfs",
            "ceph",
            "glusterfs",
            "lustre",
            "beegfs",
            "gpfs",
            "ocfs2",
            "gfs2",
            "ncpfs",
            "coda",
            "fuse.sshfs",
            "fuse.rclone",
            "fuse.s3fs",
            "fuse.gcsfuse",
            "fuse.glusterfs",
            "fuse.ceph",
            "fuse.davfs",
            "fuse.nfs");

    private final Path path;
    private final FileStore disk;

    private StoreFile(Path path, FileStore disk) {
        this.path = path;
        this.disk = disk;
    }

    /** Finds the file, or makes it where an engine opens it for the first time. */
    static StoreFile find(Path file, boolean make) {
        try {
            Path directory = file.toAbsolutePath().getParent();
            if (directory == null || !Files.isDirectory(directory)) {
                throw new StoreException(Kind.UNAVAILABLE, "there is no directory for the store " + file, null);
            }
            refuseNetwork(Files.getFileStore(directory).type(), file);
            if (!Files.exists(file)) {
                if (!make) {
                    throw new StoreException(Kind.UNAVAILABLE, "there is no store at " + file, null);
                }
                createPrivate(file);
            }
            Path real = file.toRealPath();
            FileStore disk = Files.getFileStore(real);
            refuseNetwork(disk.type(), file);
            return new StoreFile(real, disk);
        } catch (IOException e) {
            throw unusable(file, e);
        }
    }

    Path path() {
        return path;
    }

    Path lockFile() {
        return path.resolveSibling(path.getFileName() + ".lock");
    }

    FileStore disk() {
        return disk;
    }

    /** Makes an empty file that only its owner may read, unless it is there already. */
    static void createPrivate(Path file) throws IOException {
        FileAttribute<?>[] ownerOnly =
                file.getFileSystem().supportedFileAttributeViews().contains("posix")
                        ? new FileAttribute<?>[] {
                            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                        }
                        : new FileAttribute<?>[0];
        try {
            Files.createFile(file, ownerOnly);
        } catch (FileAlreadyExistsException e) {
            // Another process was faster: its file is as private as ours would have been.
        }
    }

    static void refuseNetwork(String type, Path file) {
        if (NETWORK.contains(type.toLowerCase(Locale.ROOT))) {
            throw new StoreException(
                    Kind.UNSAFE_SETTINGS,
                    file + " lies on a network file system (" + type
                            + "), which does not keep what SQLite commits: put the store on a local disk",
                    null);
        }
    }

    static StoreException unusable(Path file, IOException failure) {
        boolean denied = failure instanceof AccessDeniedException
                || (failure instanceof FileSystemException system
                        && String.valueOf(system.getReason())
                                .toLowerCase(Locale.ROOT)
                                .contains("read-only"));
        return denied
                ? new StoreException(
                        Kind.READ_ONLY,
                        "the store " + file + " cannot be written: check the rights of the file and its directory",
                        failure)
                : new StoreException(Kind.UNAVAILABLE, "the store " + file + " cannot be opened: " + failure, failure);
    }
}
