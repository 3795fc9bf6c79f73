package dev.penstock.client;

import dev.penstock.time.Deadline;
import dev.penstock.time.Tasks;
import dev.penstock.time.Time;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Everything that flies in this process: keyed operations by their key, so that concurrent callers of one key share one
 * dispatch (R-OP-8), the others just so that they can be stopped. Thread-safe.
 */
final class Flights {

    private final ConcurrentHashMap<FlightKey, Flight> keyed = new ConcurrentHashMap<>();

    /** In the order in which they took off. */
    private final ConcurrentHashMap<Flight, Long> all = new ConcurrentHashMap<>();

    private final AtomicLong takeOffs = new AtomicLong();
    private final Tasks tasks;

    Flights(Tasks tasks) {
        this.tasks = tasks;
    }

    /** What a flight's thread does. */
    @FunctionalInterface
    interface Course {
        Flight.Outcome fly() throws InterruptedException;
    }

    /** Lets one fly on a thread of its own, and land with what its course came to. */
    void fly(Flight flight, @Nullable FlightKey key, Course course) {
        tasks.start("penstock-operation", () -> {
            Flight.Outcome outcome;
            try {
                outcome = course.fly();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                outcome = new Flight.Outcome.Threw(new IllegalStateException("the operation's thread was interrupted"));
            } catch (RuntimeException | Error e) {
                outcome = new Flight.Outcome.Threw(e);
            }
            if (key != null) {
                makeWay(key, flight);
            }
            try {
                flight.land(outcome);
            } finally {
                all.remove(flight);
            }
        });
    }

    /** Whoever waits for its place has it; else nobody flies under its key. */
    private void makeWay(FlightKey key, Flight flight) {
        Flight next = flight.succession().close();
        if (next == null) {
            keyed.remove(key, flight);
        } else {
            keyed.replace(key, flight, next);
        }
    }

    /** Takes off without a key, or to wait for its turn. */
    void add(Flight flight) {
        all.put(flight, takeOffs.incrementAndGet());
    }

    /** Takes off under a key, unless somebody flies under it: then that one. */
    @Nullable
    Flight putIfAbsent(FlightKey key, Flight flight) {
        Flight present = keyed.putIfAbsent(key, flight);
        if (present == null) {
            add(flight);
        }
        return present;
    }

    /** The flight under a key; null if nobody flies under it. */
    @Nullable
    Flight get(FlightKey key) {
        return keyed.get(key);
    }

    /** Who flies under a key, by it. */
    Map<FlightKey, Flight> byKey() {
        return Map.copyOf(keyed);
    }

    /** What waits, by its key, and what ends its wait. */
    Map<FlightKey, Vigil> vigils() {
        Map<FlightKey, Vigil> vigils = new HashMap<>();
        keyed.forEach((key, flight) -> {
            Vigil vigil = flight.vigil();
            if (vigil != null) {
                vigils.put(key, vigil);
            }
        });
        return vigils;
    }

    void stopAll(Stop why) {
        flying().forEach(flight -> flight.stops().turn(why));
    }

    /** Waits until nobody flies any more, and every live reader has had its stream's end. */
    boolean awaitLanded(Deadline deadline, Time time) throws InterruptedException {
        for (Flight flight : flying()) {
            if (!time.sleeper().await(flight.over(), deadline)) {
                return false;
            }
        }
        return true;
    }

    private List<Flight> flying() {
        return all.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .toList();
    }
}
