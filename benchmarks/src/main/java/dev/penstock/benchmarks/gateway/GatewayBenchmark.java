package dev.penstock.benchmarks.gateway;

import dev.penstock.time.Ticker;
import dev.penstock.time.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * {@code benchmarks/run gateway [ROUNDS [SECONDS]]}: the same requests straight to an upstream, through nginx, through our
 * gateway without and with keys, and through Portkey's gateway, in turns; medians over the rounds.
 */
public final class GatewayBenchmark {

    private static final int MANY = 64;
    private static final Duration WARM_UP_STEP = Duration.ofSeconds(2);
    private static final int WARM_UP_ANSWERS = 60_000;
    private static final int WARM_UP_STEPS = 20;
    private static final Duration SINGLE = Duration.ofSeconds(2);

    private final Ticker ticker = Time.system().ticker();
    private final List<ServerProcess> started = new ArrayList<>();
    private final List<Mode> modes = new ArrayList<>();

    private GatewayBenchmark() {}

    /**
     * Runs it.
     *
     * @param args how many rounds (3), and how many seconds each mode gets in one (4)
     * @throws Exception if a server or a connection fails
     */
    public static void main(String[] args) throws Exception {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        Duration span = Duration.ofSeconds(args.length > 1 ? Integer.parseInt(args[1]) : 4);
        Path home = Path.of(System.getProperty("penstock.home", "")).toAbsolutePath();
        Path folder = Files.createTempDirectory(Files.createDirectories(home.resolve("benchmarks/target")), "gateway-");
        new GatewayBenchmark().run(home, folder, rounds, span);
    }

    private void run(Path home, Path folder, int rounds, Duration span) throws IOException, InterruptedException {
        try (FixedUpstream upstream = new FixedUpstream(ticker)) {
            start(new Servers(home, folder, upstream.port()), folder, upstream.port());
            for (Mode mode : modes) {
                warmUp(mode);
            }
            for (int round = 0; round < rounds; round++) {
                for (Mode mode : modes) {
                    mode.add(measure(mode, span));
                }
            }
            new GatewayReport(modes).print();
        } finally {
            for (ServerProcess server : started) {
                server.close();
            }
        }
    }

    private void start(Servers servers, Path folder, int upstream) throws IOException, InterruptedException {
        String store = folder.resolve("bench.penstock").toString();
        add("direct", upstream, Exchanges.request(Servers.OURS, false), null);
        add("nginx", Exchanges.request(Servers.OURS, false), servers::nginx);
        add("unkeyed", Exchanges.request(Servers.OURS, false), () -> servers.penstock("unkeyed", "--no-store"));
        add(
                "keyed",
                Exchanges.request(Servers.OURS + Servers.KEY, false),
                () -> servers.penstock("keyed", "--store", store));
        add("portkey", Exchanges.request(servers.forPortkey(), false), servers::portkey);
    }

    /** Starts one server. */
    private interface Start {
        ServerProcess start() throws IOException, InterruptedException;
    }

    private void add(String name, byte[] request, Start start) throws InterruptedException {
        try {
            ServerProcess server = start.start();
            started.add(server);
            add(name, server.port(), request, server);
        } catch (IOException e) {
            System.out.printf("%s is left out: %s%n", name, e.getMessage());
        }
    }

    private void add(String name, int port, byte[] request, @Nullable ServerProcess server) {
        modes.add(new Mode(name, port, request, server));
    }

    /** Until whatever compiles while it runs has had enough to go by, and not for ever. */
    private void warmUp(Mode mode) throws IOException {
        int answers = 0;
        for (int step = 0; step < WARM_UP_STEPS && answers < WARM_UP_ANSWERS; step++) {
            answers += loop(mode).run(MANY, WARM_UP_STEP).count();
        }
        loop(mode).run(1, SINGLE);
    }

    private Mode.Round measure(Mode mode, Duration span) throws IOException {
        long cpu = mode.cpuMicros();
        long began = ticker.nanos();
        Latencies many = loop(mode).run(MANY, span);
        double seconds = (ticker.nanos() - began) / 1e9;
        double perCall = (double) (mode.cpuMicros() - cpu) / many.count();
        Latencies one = loop(mode).run(1, SINGLE);
        Mode.Round round = new Mode.Round(many.count() / seconds, perCall, one, many);
        System.out.printf(Locale.ROOT, "# %s: %.0f/s, %.1f us CPU%n", mode.name(), round.rate(), round.cpu());
        return round;
    }

    private ClosedLoop loop(Mode mode) {
        return new ClosedLoop(ticker, mode.port(), mode.request());
    }
}
