package dev.penstock.benchmarks.gateway;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** One way to the upstream, and what was measured of it in each round. */
final class Mode {

    private final String name;
    private final int port;
    private final byte[] request;
    private final @Nullable ServerProcess server;
    private final List<Round> rounds = new ArrayList<>();

    /**
     * One round's figures.
     *
     * @param rate answers per second at many callers
     * @param cpu microseconds of the server's CPU time per answer, at many callers
     * @param one how long one caller waited
     * @param many how long each of many callers waited
     */
    record Round(double rate, double cpu, Latencies one, Latencies many) {}

    Mode(String name, int port, byte[] request, @Nullable ServerProcess server) {
        this.name = name;
        this.port = port;
        this.request = request;
        this.server = server;
    }

    String name() {
        return name;
    }

    int port() {
        return port;
    }

    byte[] request() {
        return request;
    }

    long cpuMicros() throws IOException {
        return server == null ? 0 : server.cpuMicros();
    }

    double peakMb() throws IOException {
        return server == null ? 0 : server.peakMb();
    }

    void add(Round round) {
        rounds.add(round);
    }

    int failed() {
        return rounds.stream()
                .mapToInt(round -> round.one().failed() + round.many().failed())
                .sum();
    }

    /** The median over the rounds. */
    double median(ToDoubleFunction<Round> figure) {
        double[] sorted = rounds.stream().mapToDouble(figure).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
