package dev.penstock.client;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.provider.request.ChatRequest;
import dev.penstock.store.GenerationRef;
import dev.penstock.store.StoredFingerprint;
import dev.penstock.store.UsageSummary;
import dev.penstock.store.WriteResult.FingerprintMatch;
import dev.penstock.time.Signal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One operation while it runs in this process. The exchange belongs to it, never to a caller: callers come and go, and
 * the first result is everybody's.
 */
final class Flight {

    /** Who goes with its worker: nobody, ever more. */
    private static final int GONE = -1;

    private final @Nullable StoredFingerprint fingerprint;
    private final boolean background;
    private final @Nullable Consumer<Outcome> worker;
    private final StopSwitch stops = new StopSwitch();
    private final Succession succession = new Succession();
    private final Signal turn = new Signal();
    private final Signal landed = new Signal();
    private final Signal over = new Signal();
    private final AtomicInteger callers = new AtomicInteger(1);
    private Feed feed = Feed.NONE;
    private volatile boolean led = true;
    private volatile boolean others;
    private volatile @Nullable GenerationRef ref;
    private volatile @Nullable Vigil vigil;
    private volatile @Nullable Outcome outcome;

    /** What it came to: a result, or what the caller's own code threw. */
    sealed interface Outcome {
        /** A result. */
        record Ended(Result result) implements Outcome {}

        /** The caller's check, or code of ours, threw: it propagates (R-CLASS-7). */
        record Threw(Throwable thrown) implements Outcome {}
    }

    /**
     * A flight with one caller.
     *
     * @param fingerprint what its request amounts to; null without a key
     * @param background whether it goes on with nobody waiting
     */
    Flight(@Nullable StoredFingerprint fingerprint, boolean background) {
        this(fingerprint, background, null);
    }

    private Flight(@Nullable StoredFingerprint fingerprint, boolean background, @Nullable Consumer<Outcome> worker) {
        this.fingerprint = fingerprint;
        this.background = background;
        this.worker = worker;
    }

    /**
     * One that a background worker took from the ledger: no caller began it, and it can go back there.
     *
     * @param worker told once it no longer flies
     */
    static Flight takenUp(StoredFingerprint fingerprint, Consumer<Outcome> worker) {
        return new Flight(fingerprint, true, worker);
    }

    /** Whether a background worker took it from the ledger. */
    boolean isTakenUp() {
        return worker != null;
    }

    /** How a request compares with the one that flies, by the key that this one's fingerprint was made with. */
    FingerprintMatch compare(Fingerprints fingerprints, StoredFingerprint mine, ChatRequest request) {
        return fingerprint == null ? FingerprintMatch.UNVERIFIABLE : fingerprints.compare(fingerprint, mine, request);
    }

    /** Sets who reads its stream live; before it flies. */
    void feed(Feed value) {
        feed = value;
    }

    Feed feed() {
        return feed;
    }

    /** Whether the caller that it was made for still waits. */
    boolean isLed() {
        return led;
    }

    /** The caller that it was made for leaves: others may stay. */
    void leaderLeaves() {
        led = false;
        feed.close();
    }

    /**
     * It goes on with work that was accepted to go on alone: that work stays on board as one who never leaves. The rival is
     * the last caller's leaving.
     *
     * @return false if nobody is left, and it may be abandoned already
     */
    boolean goesOnAlone() {
        if (!others && join()) {
            feed = Feed.NONE;
            others = true;
        }
        return others;
    }

    /** Whether it goes on with what was there before its caller: who waits for that waits as a joiner does. */
    boolean isOthers() {
        return others;
    }

    /** Its address, once it has one. */
    @Nullable
    GenerationRef ref() {
        return ref;
    }

    /** Where it stands for somebody who does not wait for its end. */
    OperationInfo standing() {
        return new OperationInfo(
                ref, OperationState.DISPATCHING, 0, 0, UsageSummary.UNKNOWN, List.of(), false, Duration.ZERO, "", "");
    }

    void addressed(GenerationRef value) {
        ref = value;
    }

    /** From now on it waits, and hears of others' moves; null once it does not. */
    void keep(@Nullable Vigil value) {
        vigil = value;
    }

    /** What ends its wait if others move its operation; null while it does not wait. */
    @Nullable
    Vigil vigil() {
        return vigil;
    }

    StopSwitch stops() {
        return stops;
    }

    /** Somebody cancelled the operation: what runs is stopped here, and so is who waits to fly after it. */
    void cancel() {
        stops.turn(Stop.CANCELLED);
        Flight next = succession.next();
        if (next != null) {
            next.cancel();
        }
    }

    /** Who flies under its key after it. */
    Succession succession() {
        return succession;
    }

    /** Set once the flight before it has landed, or nobody waits for it any more: it need not wait for its turn. */
    Signal turn() {
        return turn;
    }

    /** Set once its outcome stands: what joiners wait for. */
    Signal landed() {
        return landed;
    }

    /** Set once its live reader has had what it gets as well: what the caller that it was made for waits for. */
    Signal over() {
        return over;
    }

    /** What it came to; null while it runs. */
    @Nullable
    Outcome outcome() {
        return outcome;
    }

    /**
     * Its outcome stands, and all that it held is given back: whoever joined goes. A live reader gets what was held until
     * then; it may take its time with that, and delays nobody else.
     */
    void land(Outcome value) {
        outcome = value;
        landed.set();
        Flight next = succession.next();
        if (next != null) {
            next.turn.set();
        }
        try {
            if (value instanceof Outcome.Ended ended && ended.result() instanceof Result.Answered answered) {
                endStream(answered.operation());
            }
        } finally {
            over.set();
            if (worker != null) {
                worker.accept(value);
            }
        }
    }

    private void endStream(OperationInfo operation) {
        stops.hook(why -> {
            if (why == Stop.ABANDONED || why == Stop.ABORTED) {
                feed.close();
            }
        });
        try {
            feed.end(operation);
        } finally {
            stops.unhook();
        }
    }

    /**
     * Joins a flight that goes on: alone, or because somebody still waits for it. The rivals are the last caller's leaving and
     * a worker's: once nobody is left it may be abandoned, and joining would wait for nothing.
     */
    boolean join() {
        while (true) {
            int present = callers.get();
            if (present < 0 || (present == 0 && !background)) {
                return false;
            }
            if (callers.compareAndSet(present, present + 1)) {
                return true;
            }
        }
    }

    /**
     * Leaves with nobody on board but the worker that took it up; nobody can join any more. The rival is whoever joins.
     *
     * @return false if somebody waits for it
     */
    boolean leavesAlone() {
        return callers.compareAndSet(1, GONE);
    }

    /** One caller leaves; the last one abandons what does not go on alone. */
    void leave() {
        if (callers.decrementAndGet() == 0 && !background) {
            stops.turn(Stop.ABANDONED);
        }
    }
}
