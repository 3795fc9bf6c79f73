package dev.penstock.benchmarks.gateway;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The ratios first, then what they were made from. */
final class GatewayReport {

    private final List<Mode> modes;

    GatewayReport(List<Mode> modes) {
        this.modes = modes;
    }

    void print() throws IOException {
        print(
                "%nCPU per request: unkeyed / nginx %s (goal: at most 5), unkeyed / portkey %s (goal: at most 0.1)%n",
                ratio("unkeyed", "nginx"), ratio("unkeyed", "portkey"));
        print(
                "%n%-8s %9s %8s %11s %11s %11s %11s %9s %7s%n",
                "", "req/s", "CPU us", "p50@1 us", "p99@1 us", "p50@64 us", "p99@64 us", "peak MiB", "failed");
        Mode direct = modes.getFirst();
        for (Mode mode : modes) {
            print(
                    "%-8s %9.0f %8.1f %11s %11s %11s %11s %9.0f %7d%n",
                    mode.name(),
                    mode.median(Mode.Round::rate),
                    mode.median(Mode.Round::cpu),
                    added(mode, direct, 50, false),
                    added(mode, direct, 99, false),
                    added(mode, direct, 50, true),
                    added(mode, direct, 99, true),
                    mode.peakMb(),
                    mode.failed());
        }
        print("%nTimes of all but direct are what is added to it. Medians of the rounds.%n");
    }

    private String ratio(String ours, String theirs) {
        Optional<Mode> one = find(ours);
        Optional<Mode> other = find(theirs);
        return one.isEmpty() || other.isEmpty()
                ? "not measured"
                : String.format(
                        Locale.ROOT,
                        "%.3g",
                        one.get().median(Mode.Round::cpu) / other.get().median(Mode.Round::cpu));
    }

    private Optional<Mode> find(String name) {
        return modes.stream().filter(mode -> mode.name().equals(name)).findFirst();
    }

    private static String added(Mode mode, Mode direct, double percent, boolean many) {
        double time = at(mode, percent, many);
        return mode == direct
                ? String.format(Locale.ROOT, "%.0f", time)
                : String.format(Locale.ROOT, "%+.0f", time - at(direct, percent, many));
    }

    private static double at(Mode mode, double percent, boolean many) {
        return mode.median(round -> (many ? round.many() : round.one()).micros(percent));
    }

    private static void print(String format, Object... values) {
        System.out.printf(Locale.ROOT, format, values);
    }
}
