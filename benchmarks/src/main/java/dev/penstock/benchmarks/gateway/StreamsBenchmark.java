package dev.penstock.benchmarks.gateway;

import dev.penstock.time.Ticker;
import dev.penstock.time.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/**
 * {@code benchmarks/run streams [COUNT]}: streams of 64 deltas 20 ms apart, all at once, straight and through our gateway,
 * with what stalled; and what an idle gateway and an open stream hold in memory.
 */
public final class StreamsBenchmark {

    private static final int HELD = 1_000;
    private static final Duration PACE = Duration.ofMillis(20);
    private static final Duration SLOW_PACE = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final int WARM_UPS = 6;
    private static final int ROUNDS = 3;

    private final Ticker ticker = Time.system().ticker();
    private final int count;

    private StreamsBenchmark(int count) {
        this.count = count;
    }

    /**
     * Runs it.
     *
     * @param args how many streams; none for 256
     * @throws Exception if a server or a connection fails
     */
    public static void main(String[] args) throws Exception {
        Path home = Path.of(System.getProperty("penstock.home", "")).toAbsolutePath();
        Path folder = Files.createTempDirectory(Files.createDirectories(home.resolve("benchmarks/target")), "streams-");
        new StreamsBenchmark(args.length == 0 ? 256 : Integer.parseInt(args[0])).run(home, folder);
    }

    private void run(Path home, Path folder) throws IOException, InterruptedException {
        try (FixedUpstream upstream = new FixedUpstream(ticker)) {
            Servers servers = new Servers(home, folder, upstream.port());
            try (ServerProcess gateway = servers.penstock("streams", "--no-store")) {
                Time.system().sleeper().sleep(Duration.ofSeconds(5).toNanos());
                print("idle: %.0f MiB resident (goal: at most 200)%n", gateway.residentMb());
                upstream.pace(PACE.toNanos());
                for (int i = 0; i < WARM_UPS; i++) {
                    watch(gateway.port());
                }
                for (int i = 0; i < ROUNDS; i++) {
                    long cpu = gateway.cpuMicros();
                    report("direct", watch(upstream.port()));
                    report("through the gateway", watch(gateway.port()));
                    double perEvent = (double) (gateway.cpuMicros() - cpu) / count / Exchanges.DELTAS;
                    print("CPU per delta: %.1f us%n", perEvent);
                }
                upstream.pace(SLOW_PACE.toNanos());
                hold(gateway);
                print("peak: %.0f MiB resident%n", gateway.peakMb());
            }
        }
    }

    private StreamLoad.Seen watch(int port) throws IOException {
        try (StreamLoad load = new StreamLoad(ticker)) {
            load.open(count, port, Exchanges.request(Servers.OURS, true));
            return load.awaitEnd(LONGEST);
        }
    }

    private void report(String way, StreamLoad.Seen seen) {
        print(
                "%s: %d of %d streams whole, %d stalls over 100 ms, longest gap %d ms%n",
                way, seen.whole(), count, seen.stalls(), seen.longestMillis());
    }

    private void hold(ServerProcess gateway) throws IOException, InterruptedException {
        long before = HeapUse.afterCollection(gateway.pid());
        double resident = gateway.residentMb();
        try (StreamLoad load = new StreamLoad(ticker)) {
            load.open(HELD, gateway.port(), Exchanges.request(Servers.OURS, true));
            load.awaitEvents(2, LONGEST);
            long with = HeapUse.afterCollection(gateway.pid());
            print(
                    "%d open streams: %.1f KiB of heap after a collection and %.1f KiB resident for each (goal: at most 64)%n",
                    HELD, (double) (with - before) / HELD, (gateway.residentMb() - resident) * 1024 / HELD);
        }
    }

    private static void print(String format, Object... values) {
        System.out.printf(Locale.ROOT, format, values);
    }
}
