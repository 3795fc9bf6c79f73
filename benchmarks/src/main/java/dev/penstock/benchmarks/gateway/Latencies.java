package dev.penstock.benchmarks.gateway;

import java.util.Arrays;

/** How long answers took. */
final class Latencies {

    private long[] nanos = new long[1 << 16];
    private int size;
    private int failed;

    void add(long latency, boolean good) {
        if (size == nanos.length) {
            nanos = Arrays.copyOf(nanos, size * 2);
        }
        nanos[size++] = latency;
        failed += good ? 0 : 1;
    }

    int count() {
        return size;
    }

    /** Answers whose status did not begin with a 2. */
    int failed() {
        return failed;
    }

    /** A percentile in microseconds, 0 without an answer. */
    double micros(double percent) {
        if (size == 0) {
            return 0;
        }
        long[] sorted = Arrays.copyOf(nanos, size);
        Arrays.sort(sorted);
        return sorted[(int) Math.min(size - 1L, Math.round(size * percent / 100))] / 1e3;
    }
}
