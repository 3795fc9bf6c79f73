package dev.penstock.client;

import dev.penstock.policy.admission.Place;
import dev.penstock.time.Deadline;
import dev.penstock.time.Time;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One caller of a flight: the one it was made for, or one that joined. */
final class Caller implements PendingCall {

    private final Flight flight;
    private final Time time;
    private final @Nullable Joining joining;
    private final AtomicBoolean left = new AtomicBoolean();
    private final Deliveries deliveries;
    private final AtomicBoolean served = new AtomicBoolean();

    /**
     * What a caller has that joined.
     *
     * @param place among the joiners
     * @param answerBy the joiner's own deadline, which changes nothing for the operation
     * @param inProgress what it is told if that comes first
     */
    record Joining(Place place, Deadline answerBy, Supplier<Result> inProgress) {}

    Caller(Flight flight, Time time, Deliveries deliveries, @Nullable Joining joining) {
        this.flight = flight;
        this.deliveries = deliveries;
        this.time = time;
        this.joining = joining;
    }

    @Override
    public Result await() throws InterruptedException {
        if (joining == null) {
            time.sleeper().await(flight.landed(), Deadline.LONGEST.toNanos());
            return landed().orElseThrow();
        }
        time.sleeper().await(flight.landed(), joining.answerBy());
        return landed().orElseGet(joining.inProgress());
    }

    @Override
    public Optional<Result> await(Duration atMost) throws InterruptedException {
        time.sleeper().await(flight.landed(), Deadline.saturatedNanos(atMost));
        return landed();
    }

    @Override
    public void cancel() {
        flight.stops().turn(Stop.CANCELLED);
    }

    @Override
    public void close() {
        if (left.compareAndSet(false, true)) {
            if (served.compareAndSet(false, true)) {
                deliveries.left(flight);
            }
            if (joining != null) {
                joining.place().close();
            }
            flight.leave();
        }
    }

    private Optional<Result> landed() {
        return switch (flight.outcome()) {
            case null -> Optional.empty();
            case Flight.Outcome.Ended ended -> {
                if (served.compareAndSet(false, true)) {
                    deliveries.served(ended.result(), joining != null);
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
