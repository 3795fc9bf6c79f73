package dev.penstock.benchmarks.durable;

import dev.penstock.store.jdbc.LedgerStats;
import dev.penstock.store.jdbc.SqliteLedger;
import dev.penstock.store.jdbc.SqliteOptions;
import dev.penstock.store.jdbc.SqliteSettings;
import dev.penstock.time.Chance;
import dev.penstock.time.Time;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * {@code benchmarks/run durable}: keyed operations per second, two commits each, with grouped commits and, in the same
 * run and with the same rows on the same disk, with one commit per write; beside what the disk's fdatasync gives.
 */
public final class DurableBenchmark {

    private static final Duration SPAN = Duration.ofSeconds(4);
    private static final int[] CALLERS = {1, 16, 64, 256};

    private final Path folder;
    private final Time time = Time.system();

    private DurableBenchmark(Path folder) {
        this.folder = folder;
    }

    /**
     * Runs it.
     *
     * @param args numbers of callers; none for 1, 16, 64 and 256
     * @throws Exception if the disk or a thread fails
     */
    public static void main(String[] args) throws Exception {
        int[] callers = args.length == 0
                ? CALLERS
                : Arrays.stream(args).mapToInt(Integer::parseInt).toArray();
        Path folder = Files.createTempDirectory(Path.of("").toAbsolutePath(), "durable-");
        try {
            new DurableBenchmark(folder).run(callers);
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private void run(int[] callers) throws Exception {
        print("fdatasync of 4 KiB appended: %.0f/s%n", syncRate());
        measure("warm-up", 64, 256);
        print(
                "%n%8s %12s %14s %11s %12s %8s%n",
                "callers", "grouped/s", "ungrouped/s", "mean group", "commits/op", "ratio");
        for (int count : callers) {
            Figures grouped = measure("grouped", count, 256);
            Figures ungrouped = measure("ungrouped", count, 1);
            print(
                    "%8d %12.0f %14.0f %11.1f %12.3f %8.1f%n",
                    count,
                    grouped.rate(),
                    ungrouped.rate(),
                    grouped.meanGroup(),
                    grouped.commitsPerOperation(),
                    grouped.rate() / ungrouped.rate());
        }
        print("%nfdatasync of 4 KiB appended: %.0f/s%n", syncRate());
    }

    private record Figures(double rate, double meanGroup, double commitsPerOperation) {}

    private Figures measure(String name, int callers, int maxGroup) throws Exception {
        Path file = folder.resolve(name + "-" + callers + ".penstock");
        SqliteOptions options = SqliteOptions.engine(file, time, Chance.system())
                .withSettings(SqliteSettings.defaults().withMaxGroup(maxGroup));
        try (SqliteLedger ledger = SqliteLedger.open(options)) {
            Operations operations =
                    new Operations(ledger.operations(), ledger.workers().register());
            LedgerStats before = ledger.stats();
            AtomicLong done = new AtomicLong();
            long began = time.ticker().nanos();
            CountDownLatch ended = new CountDownLatch(callers);
            for (int caller = 0; caller < callers; caller++) {
                Thread.ofVirtual().start(() -> {
                    try {
                        while (time.ticker().nanos() - began < SPAN.toNanos()) {
                            operations.one();
                            done.incrementAndGet();
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    } finally {
                        ended.countDown();
                    }
                });
            }
            ended.await();
            double seconds = (time.ticker().nanos() - began) / 1e9;
            LedgerStats after = ledger.stats();
            long commits = after.commits() - before.commits();
            long writes = after.writes() - before.writes();
            return new Figures(done.get() / seconds, (double) writes / commits, (double) commits / done.get());
        }
    }

    private double syncRate() throws IOException {
        Path file = folder.resolve("sync");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            ByteBuffer block = ByteBuffer.allocateDirect(4096);
            long began = time.ticker().nanos();
            long count = 0;
            while (time.ticker().nanos() - began < 2_000_000_000L) {
                block.clear();
                channel.write(block);
                channel.force(false);
                count++;
            }
            return count / ((time.ticker().nanos() - began) / 1e9);
        }
    }

    private static void print(String format, Object... values) {
        System.out.printf(Locale.ROOT, format, values);
    }
}
