package dev.penstock.cli.doctor;

import dev.penstock.cli.terminal.Reason;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.time.Deadline;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The disk below the store, and the clock that its times come from. */
final class DiskChecks {

    private static final long MIB = 1 << 20;
    private static final long RESERVE = 64 * MIB;
    private static final long COMFORTABLE = 1024 * MIB;
    private static final Duration MEASURED = Duration.ofMillis(500);
    private static final int SLOW = 50;
    private static final int TOO_FAST_TO_BE_TRUE = 50_000;

    /** No clock that is right shows an earlier day than the one on which this was written. */
    private static final Instant WRITTEN = Instant.parse("2026-11-01T00:00:00Z");

    private static final Instant FAR_AHEAD = Instant.parse("2050-01-01T00:00:00Z");

    private final Surroundings around;
    private final Path directory;

    DiskChecks(Surroundings around, Path store) {
        this.around = around;
        this.directory = store.toAbsolutePath().getParent() == null
                ? Path.of("").toAbsolutePath()
                : store.toAbsolutePath().getParent();
    }

    List<Finding> all() {
        List<Finding> findings = new ArrayList<>();
        try {
            findings.add(space(Files.getFileStore(directory).getUsableSpace()));
            findings.add(syncs());
        } catch (IOException e) {
            findings.add(Finding.fail("disk", directory + ": " + Reason.of(e)));
        }
        findings.add(clock(around.time().wall().instant()));
        return findings;
    }

    static Finding space(long free) {
        String text = free / MIB + " MiB free";
        if (free < RESERVE) {
            return Finding.fail("space", text + "; below the reserve of 64 MiB nothing new is sent. Free some");
        }
        return free < COMFORTABLE
                ? Finding.warn("space", text + "; a long run may need more")
                : Finding.ok("space", text);
    }

    static Finding clock(Instant now) {
        return now.isBefore(WRITTEN) || now.isAfter(FAR_AHEAD)
                ? Finding.fail("clock", "it shows " + now + ", which cannot be; set the system's time")
                : Finding.ok("clock", now.toString());
    }

    static Finding rate(long perSecond) {
        String text = perSecond + " durable writes (fdatasync) a second";
        if (perSecond < SLOW) {
            return Finding.warn("disk", text + "; that is slow, and bounds how many lines end each second");
        }
        return perSecond > TOO_FAST_TO_BE_TRUE
                ? Finding.warn(
                        "disk",
                        text + "; so fast that a power cut may lose what was committed (memory, or a disk"
                                + " that ignores syncs)")
                : Finding.ok("disk", text);
    }

    private Finding syncs() throws IOException {
        Path trial = Files.createTempFile(directory, ".penstock-doctor-", ".tmp");
        try (FileChannel channel = FileChannel.open(trial, StandardOpenOption.WRITE)) {
            ByteBuffer page = ByteBuffer.allocate(4096);
            Deadline end = around.time().deadlineAfter(MEASURED);
            long count = 0;
            long began = around.time().ticker().nanos();
            do {
                channel.write(page.clear(), 0);
                channel.force(false);
                count++;
            } while (!end.isExpired());
            long nanos = Math.max(1, around.time().ticker().nanos() - began);
            return rate(count * 1_000_000_000L / nanos);
        } finally {
            Files.delete(trial);
        }
    }
}
