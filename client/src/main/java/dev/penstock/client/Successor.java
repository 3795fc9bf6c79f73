package dev.penstock.client;

import dev.penstock.policy.admission.Place;
import dev.penstock.time.Deadline;
import dev.penstock.time.Time;

/**
 * A flight whose key is still in use by one that its callers have left: waits for that one to land, and then flies. While
 * it waits it counts as a joiner does, a cancel of it is one of the exchange that it waits for, and with nobody left to wait
 * for it, it ends.
 *
 * @param before the flight that it waits for
 * @param mine its own
 */
record Successor(Flight before, Flight mine) {

    /**
     * Waits, then flies.
     *
     * @param place among the joiners, given back when the wait is over
     * @param deadline when waiting has no sense any more
     * @param time for the waiting
     * @param course what it does in its turn
     */
    Flight.Outcome fly(Place place, Deadline deadline, Time time, Flights.Course course) throws InterruptedException {
        try (place) {
            mine.stops().hook(this::passOn);
            try {
                boolean ignored = time.sleeper().await(mine.turn(), deadline);
            } finally {
                mine.stops().unhook();
            }
        }
        Succession succession = before.succession();
        if (succession.withdraw(mine) || !mine.equals(succession.next())) {
            return new Flight.Outcome.Ended(new Result.InProgress(before.standing()));
        }
        time.sleeper().await(before.landed(), Deadline.LONGEST.toNanos());
        return course.fly();
    }

    private void passOn(Stop why) {
        switch (why) {
            case PARKED -> {}
            case ABANDONED -> mine.turn().set();
            case CANCELLED, ABORTED -> before.stops().turn(why);
        }
    }
}
