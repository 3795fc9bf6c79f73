package dev.penstock.benchmarks.durable;

import dev.penstock.store.jdbc.LedgerStats;
import dev.penstock.store.jdbc.sqlite.SqliteLedger;
import dev.penstock.store.jdbc.sqlite.SqliteOptions;
import dev.penstock.store.jdbc.sqlite.SqliteSettings;
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
import java.util.stream.Stream;

/**
 * {@code benchmarks/run durable}: keyed operations per second, two commits each, with grouped commits and, in the same
 * run and with the same rows on the same disk, with one commit per write; beside what the disk's fdatasync gives. With
 * {@code counted CALLERS} it makes grouped operations alone, and syncs a file named {@value #MARK} before the first and
 * after the last, so that whoever traces the process can count what is synced between.
 */
public final class DurableBenchmark {

    private static final Duration SPAN = Duration.ofSeconds(4);
    private static final int[] CALLERS = {1, 16, 64, 256};
    private static final String MARK = "mark";

    private final Path folder;
    private final Time time = Time.system();

    private DurableBenchmark(Path folder) {
        this.folder = folder;
    }

    /**
     * Runs it.
     *
     * @param args numbers of callers, none for 1, 16, 64 and 256; or {@code counted} and one number
     * @throws Exception if the disk or a thread fails
     */
    public static void main(String[] args) throws Exception {
        boolean counted = args.length == 2 && args[0].equals("counted");
        int[] callers = args.length == 0
                ? CALLERS
                : Arrays.stream(args)
                        .skip(counted ? 1 : 0)
                        .mapToInt(Integer::parseInt)
                        .toArray();
        Path folder = Files.createTempDirectory(Path.of("").toAbsolutePath(), "durable-");
        try {
            DurableBenchmark benchmark = new DurableBenchmark(folder);
            if (counted) {
                benchmark.count(callers[0]);
            } else {
                benchmark.run(callers);
            }
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

    private void count(int callers) throws Exception {
        Figures figures = measure("counted", callers, 256);
        print("%d %d%n", figures.operations(), figures.commits());
    }

    private record Figures(double seconds, long operations, long writes, long commits) {

        double rate() {
            return operations / seconds;
        }

        double meanGroup() {
            return (double) writes / commits;
        }

        double commitsPerOperation() {
            return (double) commits / operations;
        }
    }

    private Figures measure(String name, int callers, int maxGroup) throws Exception {
        Path file = folder.resolve(name + "-" + callers + ".penstock");
        SqliteOptions options = SqliteOptions.engine(file, time, Chance.system())
                .withSettings(SqliteSettings.defaults().withMaxGroup(maxGroup));
        try (SqliteLedger ledger = SqliteLedger.open(options)) {
            Operations operations =
                    new Operations(ledger.operations(), ledger.workers().register());
            mark();
            LedgerStats before = ledger.stats();
            Load load = Load.run(operations, callers, SPAN, time);
            LedgerStats after = ledger.stats();
            mark();
            return new Figures(
                    load.seconds(),
                    load.operations(),
                    after.writes() - before.writes(),
                    after.commits() - before.commits());
        }
    }

    private void mark() throws IOException {
        Path file = folder.resolve(MARK);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.force(true);
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
