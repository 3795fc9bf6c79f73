package dev.penstock.benchmarks.policy;

import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** {@code benchmarks/run policy}: the policy path of one call beside two peers, in one run. */
public final class PolicyBenchmark {

    private PolicyBenchmark() {}

    /**
     * Runs it.
     *
     * @param args none
     * @throws RunnerException if a benchmark fails
     */
    public static void main(String[] args) throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(PolicyPath.class.getName())
                .addProfiler(GCProfiler.class)
                .addProfiler(CpuTime.class)
                .warmupIterations(5)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(8)
                .measurementTime(TimeValue.seconds(1))
                .forks(2);
        new Runner(options.build()).run();
    }
}
