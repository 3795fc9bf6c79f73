package dev.penstock.policy.admission;

import dev.penstock.policy.classify.CapacityEffect;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * A simulated day at a limiter: streams of requests arrive at their own rates, whatever the limiter does with them (open
 * arrivals), and attempts take exponential times. Everything follows from the seed.
 */
final class Arrivals {

    private final Bench bench;
    private final SplittableRandom random;
    private final double meanService;
    private final List<Stream> streams = new ArrayList<>();
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long sequence;

    Arrivals(Bench bench, long seed, Duration meanService) {
        this.bench = bench;
        this.random = new SplittableRandom(seed);
        this.meanService = meanService.toNanos();
    }

    /** Adds a stream of requests that wait for as long as it takes. */
    Stream stream(PermitRequest request, double perSecond) {
        return stream(request.asPatient(), perSecond, Duration.ofDays(1));
    }

    /** Adds a stream of requests that have so much time. */
    Stream stream(PermitRequest request, double perSecond, Duration deadline) {
        Stream stream = new Stream(request, 1e9 / perSecond, deadline);
        streams.add(stream);
        at(exponential(stream.meanGap), () -> arrive(stream));
        return stream;
    }

    void run(Duration span) {
        long end = bench.now() + span.toNanos();
        while (!events.isEmpty() && events.peek().at <= end) {
            Event next = events.poll();
            bench.passNanos(next.at - bench.now());
            next.action.run();
            serveGranted();
        }
        bench.passNanos(end - bench.now());
    }

    private void arrive(Stream stream) {
        Waiter waiter = bench.arrive(stream.request, stream.deadline);
        stream.arrived++;
        if (waiter.decision() instanceof Refused) {
            stream.refusedAtOnce++;
        } else {
            stream.waiting.add(new Arrived(waiter, bench.now()));
            at(waiter.patience(bench.now()), () -> bench.look(waiter));
        }
        at(exponential(stream.meanGap), () -> arrive(stream));
    }

    /** One stream is one tenant in one lane: it is granted from the front. */
    private void serveGranted() {
        for (Stream stream : streams) {
            while (!stream.waiting.isEmpty()
                    && stream.waiting.element().waiter().decision() != null) {
                Arrived served = stream.waiting.remove();
                if (!Bench.hasPermit(served.waiter())) {
                    stream.refusedLate++;
                    continue;
                }
                stream.granted++;
                stream.longestWait = Math.max(stream.longestWait, bench.now() - served.at());
                Permit permit = Bench.permitOf(served.waiter());
                at(exponential(meanService), () -> permit.release(CapacityEffect.SERVED));
            }
        }
    }

    private void at(long delay, Runnable action) {
        events.add(new Event(bench.now() + delay, sequence++, action));
    }

    private long exponential(double mean) {
        return (long) (-mean * Math.log(1 - random.nextDouble()));
    }

    /** One source of requests and what became of them. */
    static final class Stream {
        private final PermitRequest request;
        private final double meanGap;
        private final Deque<Arrived> waiting = new ArrayDeque<>();
        private final Duration deadline;
        private long longestWait;
        private int refusedAtOnce;
        private int refusedLate;
        private int arrived;
        private int granted;

        Stream(PermitRequest request, double meanGap, Duration deadline) {
            this.request = request;
            this.meanGap = meanGap;
            this.deadline = deadline;
        }

        int granted() {
            return granted;
        }

        /** Refused before they waited. */
        int refusedAtOnce() {
            return refusedAtOnce;
        }

        /** Refused after they had waited for as long as a wait may be. */
        int refusedLate() {
            return refusedLate;
        }

        int arrived() {
            return arrived;
        }

        int waiting() {
            return waiting.size();
        }

        Duration longestWait() {
            return Duration.ofNanos(longestWait);
        }
    }

    private record Arrived(Waiter waiter, long at) {}

    private record Event(long at, long sequence, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(at, other.at);
            return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
        }
    }
}
