package dev.penstock.client;

import dev.penstock.policy.admission.Place;
import dev.penstock.time.Deadline;
import dev.penstock.time.Signal;
import dev.penstock.time.Time;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One caller of a flight: the one it was made for, or one that joined. */
final class Caller implements PendingCall {

    private final Flight flight;
    private final Time time;
    private final Waiting waiting;
    private final Signal done;
    private final AtomicBoolean left = new AtomicBoolean();
    private final Deliveries deliveries;
    private final AtomicBoolean served = new AtomicBoolean();

    /**
     * How a caller waits.
     *
     * @param answerBy its own deadline, which changes nothing for the operation
     * @param untilLanded whether it stays beyond that for an operation of its own, which has a deadline itself
     * @param place among the joiners; null for the caller that the flight was made for
     */
    record Waiting(
            Deadline answerBy,
            boolean untilLanded,
            @Nullable Place place) {

        /** For what has landed. */
        static Waiting forNothing(Time time) {
            return new Waiting(time.deadlineAfter(Deadline.LONGEST), true, null);
        }

        /** Among others. */
        static Waiting joined(Deadline answerBy, Place place) {
            return new Waiting(answerBy, false, place);
        }

        boolean isJoined() {
            return place != null;
        }
    }

    Caller(Flight flight, Time time, Deliveries deliveries, Waiting waiting) {
        this.flight = flight;
        this.deliveries = deliveries;
        this.time = time;
        this.waiting = waiting;
        this.done = waiting.isJoined() ? flight.landed() : flight.over();
    }

    @Override
    public Result await() throws InterruptedException {
        boolean over = time.sleeper().await(done, waiting.answerBy());
        if (!over && waiting.untilLanded() && !flight.isOthers()) {
            time.sleeper().await(done, Deadline.LONGEST.toNanos());
        }
        return landed().orElseGet(() -> new Result.InProgress(flight.standing()));
    }

    @Override
    public Optional<Result> await(Duration atMost) throws InterruptedException {
        time.sleeper().await(done, Deadline.saturatedNanos(atMost));
        return landed();
    }

    @Override
    public void cancel() {
        flight.cancel();
    }

    @Override
    public void close() {
        if (left.compareAndSet(false, true)) {
            Place place = waiting.place();
            if (place == null) {
                flight.leaderLeaves();
            } else {
                place.close();
            }
            if (served.compareAndSet(false, true)) {
                deliveries.left(flight);
            }
            flight.leave();
        }
    }

    private Optional<Result> landed() {
        return switch (done.isSet() ? flight.outcome() : null) {
            case null -> Optional.empty();
            case Flight.Outcome.Ended ended -> {
                if (served.compareAndSet(false, true)) {
                    deliveries.served(ended.result(), waiting.isJoined() || flight.isOthers());
                }
                yield Optional.of(ended.result());
            }
            case Flight.Outcome.Threw threw -> throw thrown(threw.thrown());
        };
    }

    /** What the caller's own code threw comes out as it was; it is never checked. */
    private static RuntimeException thrown(Throwable thrown) {
        return switch (thrown) {
            case RuntimeException unchecked -> unchecked;
            case Error error -> throw error;
            default -> new IllegalStateException(thrown);
        };
    }
}
