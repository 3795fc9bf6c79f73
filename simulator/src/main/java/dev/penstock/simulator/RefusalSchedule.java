package dev.penstock.simulator;

import dev.penstock.simulator.script.Window;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Stops listening and listens again at the times that the script names. */
final class RefusalSchedule implements AutoCloseable {

    private final Engine engine;
    private final Listener listener;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Thread follower;

    RefusalSchedule(Engine engine, Listener listener) {
        this.engine = engine;
        this.listener = listener;
    }

    /** Follows the script that is now in use, and no other. */
    void follow() {
        RuleBook book = engine.book();
        List<Window> windows = book.script().refusals();
        lock.lock();
        try {
            stop();
            if (!windows.isEmpty()) {
                follower = Thread.ofVirtual().name("simulator-refusals").start(() -> run(book, windows));
            }
        } finally {
            lock.unlock();
        }
    }

    private void run(RuleBook book, List<Window> windows) {
        SortedSet<Duration> edges = new TreeSet<>();
        for (Window window : windows) {
            edges.add(window.from());
            if (window.to() != null) {
                edges.add(window.to());
            }
        }
        try {
            for (Duration edge : edges) {
                engine.clock().sleep(edge.minus(book.sinceStart()).dividedBy(ChronoUnit.MICROS.getDuration()));
                if (windows.stream().anyMatch(window -> window.contains(edge))) {
                    listener.refuse();
                } else {
                    listener.listen();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void stop() {
        Thread running = follower;
        follower = null;
        if (running != null) {
            running.interrupt();
            listener.listen();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            stop();
        } finally {
            lock.unlock();
        }
    }
}
