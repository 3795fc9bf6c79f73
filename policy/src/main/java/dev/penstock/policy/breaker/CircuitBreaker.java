package dev.penstock.policy.breaker;

import dev.penstock.policy.breaker.BreakerState.Closed;
import dev.penstock.time.Ticker;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;

/**
 * Keeps calls from a provider that fails (R-BREAKER-1, design 6). One per provider and model. It opens on the provider's
 * failures alone: a 429, a cancel and our own deadline are neutral by the classification table.
 *
 * <p>Closed, it counts; open, it refuses and says when to come back; then one probe at a time passes, and two successes
 * in a row close it, while one failure opens it for longer. Callers are coordinated by one state, exchanged atomically:
 * of many that ask at once, one gets the probe.
 *
 * <p>Thread-safe and lock-free. Entering and settling a call of a closed breaker allocates nothing.
 */
public final class CircuitBreaker {

    /** What may be shown of a breaker. */
    public enum Status {
        /** Everything passes. */
        CLOSED,
        /** Nothing passes. */
        OPEN,
        /** One probe at a time passes. */
        HALF_OPEN
    }

    private final String name;
    private final Ticker ticker;
    private final BreakerRules rules;
    private final AtomicReference<BreakerState> state;

    /**
     * Makes a closed breaker.
     *
     * @param name what it guards: provider and model
     * @param settings how it behaves
     * @param ticker the clock of its window and of its time open
     * @param random the source of jitter
     */
    public CircuitBreaker(String name, BreakerSettings settings, Ticker ticker, RandomGenerator random) {
        this.name = name;
        this.ticker = ticker;
        this.rules = new BreakerRules(this, settings, random);
        this.state = new AtomicReference<>(rules.closed(ticker.nanos()));
    }

    /**
     * The breaker's name.
     *
     * @return what it guards
     */
    public String name() {
        return name;
    }

    /**
     * What it is now; it may be something else by the time the answer is read.
     *
     * @return the status, for metrics and the console
     */
    public Status status() {
        return current().status();
    }

    /**
     * Asks to send a call.
     *
     * @return a pass to be settled with the call's end, or when to come back
     */
    public BreakerAnswer enter() {
        return current() instanceof Closed closed ? closed.pass() : probe();
    }

    /**
     * Whether a call would be refused now. Takes nothing: whoever is not refused still has to {@link #enter()}.
     *
     * @return the refusal, empty if a call would pass or may probe
     */
    public Optional<BreakerAnswer.Refused> refusal() {
        BreakerState seen = current();
        if (seen instanceof Closed) {
            return Optional.empty();
        }
        long now = ticker.nanos();
        return rules.next(seen, new BreakerEvent.ProbeAsked(new Probe(this)), now) == seen
                ? Optional.of(new BreakerAnswer.Refused(name, rules.comeBackNanos(seen, now)))
                : Optional.empty();
    }

    private BreakerAnswer probe() {
        Probe probe = new Probe(this);
        while (true) {
            BreakerState seen = current();
            if (seen instanceof Closed closed) {
                return closed.pass();
            }
            long now = ticker.nanos();
            BreakerState next = rules.next(seen, new BreakerEvent.ProbeAsked(probe), now);
            if (next == seen) {
                return new BreakerAnswer.Refused(name, rules.comeBackNanos(seen, now));
            }
            if (state.compareAndSet(seen, next)) {
                return probe;
            }
        }
    }

    /** Moves to the state that follows; an event that concerns an earlier state changes nothing. */
    void apply(BreakerEvent event) {
        while (true) {
            BreakerState seen = current();
            BreakerState next = rules.next(seen, event, ticker.nanos());
            if (next == seen || state.compareAndSet(seen, next)) {
                return;
            }
        }
    }

    long now() {
        return ticker.nanos();
    }

    void recordClosed(ClosedPass pass, boolean failure, long now) {
        if (current() instanceof Closed closed
                && closed.pass() == pass
                && closed.window().record(failure, now)) {
            apply(new BreakerEvent.Tripped(pass));
        }
    }

    private BreakerState current() {
        return Objects.requireNonNull(state.get());
    }
}
