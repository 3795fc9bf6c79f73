package dev.penstock.it.longform;

import dev.penstock.it.support.RequestFile;
import dev.penstock.it.support.RequestLog;
import dev.penstock.it.support.RequestLog.Request;
import dev.penstock.it.support.Running;
import dev.penstock.it.support.SimulatorProcess;
import dev.penstock.it.support.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * {@code it/memory}: does the runner's memory or its speed depend on the length of the file? Runs a short and a long one
 * of 1 KiB lines through the launcher, against a simulator of its own, and prints peaks and rates.
 */
public final class Memory {

    private static final int WINDOW = 10_000;
    private static final long MOST_KIB = 350 << 10;
    private static final double MOST_GROWTH = 1.15;
    private static final double LEAST_RATE = 0.9;
    private static final long LOOK = Duration.ofMillis(100).toNanos();

    private Memory() {}

    /** What one run took: its peak resident memory and how many requests a second each window of its lines saw. */
    private record Figures(long peakKib, List<Double> rates) {}

    public static void main(String[] arguments) throws IOException {
        Options options = Options.parse(arguments, 0, Map.of("lines", 100_000L));
        Figures few = run(WINDOW);
        Figures many = run(options.count("lines"));
        double growth = (double) many.peakKib() / few.peakKib();
        double rate = many.rates().size() < 2
                ? 1
                : many.rates().getLast() / many.rates().get(1);
        System.out.printf("growth of the peak %.2f (at most %.2f)%n", growth, MOST_GROWTH);
        System.out.printf("last window at %.2f times the rate of the second (at least %.2f)%n", rate, LEAST_RATE);
        boolean holds = many.peakKib() <= MOST_KIB && growth <= MOST_GROWTH && rate >= LEAST_RATE;
        System.out.println(holds ? "all figures hold" : "FIGURES DO NOT HOLD");
        System.exit(holds ? 0 : 1);
    }

    private static Figures run(int lines) throws IOException {
        Workspace workspace = new Workspace(Files.createTempDirectory("penstock-memory-"));
        String padding = "x"
                .repeat(1024
                        - RequestFile.line("line-100000", "question 100000 ").length());
        String[] contents = new String[lines];
        for (int i = 0; i < lines; i++) {
            contents[i] = "question " + (i + 1) + " " + padding;
        }
        workspace.requests(contents);
        try (SimulatorProcess provider = workspace.provider("defaults: {delay: 1ms}\n");
                Running runner = workspace.run(provider.baseUrl()).byLauncher().start()) {
            long peak = peakOf(runner);
            runner.await().expect(0);
            Figures figures = new Figures(peak, rates(provider.log()));
            System.out.printf("%d lines: peak %.0f MiB, requests per second ", lines, peak / 1024.0);
            figures.rates().forEach(rate -> System.out.printf("%.0f ", rate));
            System.out.println();
            return figures;
        }
    }

    /** The kernel's own high-water mark, read until the process is gone. */
    private static long peakOf(Running runner) {
        long peak = 0;
        while (runner.isAlive()) {
            peak = Math.max(peak, highWaterMark(runner.pid()));
            LockSupport.parkNanos(LOOK);
        }
        return peak;
    }

    private static long highWaterMark(long pid) {
        try {
            return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                    .filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElse(0);
        } catch (NoSuchFileException e) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Double> rates(RequestLog log) {
        List<Long> finished =
                log.requests().stream().map(Request::finishedAt).sorted().toList();
        return java.util.stream.IntStream.range(0, finished.size() / WINDOW)
                .mapToObj(window -> {
                    long begun = finished.get(window * WINDOW);
                    long ended = finished.get((window + 1) * WINDOW - 1);
                    return (WINDOW - 1) * 1e6 / (ended - begun);
                })
                .toList();
    }
}
