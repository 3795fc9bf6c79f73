package dev.penstock.gateway.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.stream.LongStream;

/** Histograms of time, all with the same bounds: from a queue's 5 ms to DeepSeek's ten minutes of waiting. */
final class Timings {

    private static final Duration[] BOUNDS = LongStream.of(
                    5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 120_000, 300_000,
                    600_000)
            .mapToObj(Duration::ofMillis)
            .toArray(Duration[]::new);

    private Timings() {}

    static Timer histogram(MeterRegistry registry, String name, String description, String... labels) {
        return Timer.builder(name)
                .description(description)
                .tags(labels)
                .serviceLevelObjectives(BOUNDS)
                .register(registry);
    }
}
