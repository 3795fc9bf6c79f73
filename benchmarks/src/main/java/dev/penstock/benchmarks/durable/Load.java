package dev.penstock.benchmarks.durable;

import dev.penstock.time.Time;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What callers did who made one operation after another for a while.
 *
 * @param seconds how long it took until the last had ended
 * @param operations how many they made
 * @param slowestMillis how long the slowest of them took, milliseconds
 */
record Load(double seconds, long operations, double slowestMillis) {

    static Load run(Operations operations, int callers, Duration span, Time time) throws InterruptedException {
        AtomicLong done = new AtomicLong();
        AtomicLong slowest = new AtomicLong();
        long began = time.ticker().nanos();
        CountDownLatch ended = new CountDownLatch(callers);
        for (int caller = 0; caller < callers; caller++) {
            Thread.ofVirtual().start(() -> {
                try {
                    while (time.ticker().nanos() - began < span.toNanos()) {
                        long begun = time.ticker().nanos();
                        operations.one();
                        slowest.accumulateAndGet(time.ticker().nanos() - begun, Math::max);
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
        return new Load((time.ticker().nanos() - began) / 1e9, done.get(), slowest.get() / 1e6);
    }
}
