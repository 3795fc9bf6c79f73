package dev.penstock.client;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.AttemptIntent;
import dev.penstock.store.AttemptOutcome;
import dev.penstock.store.GenerationRef;
import dev.penstock.store.Next;
import dev.penstock.store.OperationHistory;
import dev.penstock.store.OperationMode;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite.DeliveryKind;
import dev.penstock.store.StoredBody;
import dev.penstock.store.UsageSummary;
import dev.penstock.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A call without a key, as this process remembers it: nothing is durable, nothing is deduplicated (R-OP-11). Written by the
 * operation's own thread, read by any.
 */
final class RecentCall implements Journal {

    private static final Intended GRANTED = new Intended.Granted();
    private static final Written DONE = new Written.Done();

    private final ReentrantLock lock = new ReentrantLock();
    private final GenerationRef address;
    private final OperationMode mode;
    private final Time time;
    private final Spending spending;
    private final long receivedAt;
    private final long deadlineAt;
    private final List<OperationHistory.Attempt> attempts = new ArrayList<>(1);
    private OperationState state = OperationState.RECEIVED;
    private @Nullable EndReason reason;
    private List<String> flags = List.of();
    private UsageSummary usage = UsageSummary.UNKNOWN;
    private OptionalLong settledAt = OptionalLong.empty();
    private volatile long overSince;
    private volatile boolean over;

    RecentCall(GenerationRef address, OperationMode mode, Duration remaining, Time time, Spending spending) {
        this.address = address;
        this.mode = mode;
        this.time = time;
        this.spending = spending;
        this.receivedAt = time.wall().millis();
        this.deadlineAt = receivedAt + remaining.toMillis();
    }

    GenerationRef address() {
        return address;
    }

    @Override
    public Intended intend(AttemptIntent intent) {
        return locked(() -> {
            state = OperationState.DISPATCHING;
            reason = null;
            attempts.add(new OperationHistory.Attempt(intent, time.wall().millis(), OptionalLong.empty(), null));
            return GRANTED;
        });
    }

    @Override
    public Written settle(
            AttemptOutcome outcome, Next next, List<StoredBody> bodies, @Nullable DeliveryKind delivered) {
        return locked(() -> {
            OperationHistory.Attempt begun = attempts.removeLast();
            OptionalLong now = OptionalLong.of(time.wall().millis());
            attempts.add(new OperationHistory.Attempt(begun.intent(), begun.startedAt(), now, outcome));
            spending.ended(address.tenant(), begun.intent(), outcome);
            usage = usage.plus(outcome.usage());
            state = next.nextState();
            switch (next) {
                case Next.Retry retry -> reason = retry.reason();
                case Next.Settled settled -> {
                    reason = settled.reason();
                    flags = settled.flags();
                    settledAt = now;
                }
            }
            return DONE;
        });
    }

    @Override
    public Written end(OperationState settled, EndReason why) {
        return locked(() -> {
            state = settled;
            reason = why;
            settledAt = OptionalLong.of(time.wall().millis());
            return DONE;
        });
    }

    @Override
    public Written again() {
        return DONE;
    }

    @Override
    public @Nullable OperationRecord record() {
        return null;
    }

    @Override
    public Optional<GenerationRef> ref() {
        return Optional.of(address);
    }

    @Override
    public boolean isDurable() {
        return false;
    }

    /**
     * Its caller has its result, or left: from now on it grows old. What was refused, parked or failed has written no end,
     * and has one now.
     *
     * @param why what ended it, unless it has an end
     */
    void over(EndReason why) {
        locked(() -> {
            boolean open = !attempts.isEmpty() && attempts.getLast().outcome() == null;
            return settledAt.isPresent()
                    ? DONE
                    : end(open ? OperationState.UNKNOWN_OUTCOME : OperationState.DEAD_LETTER, why);
        });
        overSince = time.ticker().nanos();
        over = true;
    }

    boolean isOlderThan(Duration span) {
        return over && time.ticker().nanos() - overSince > span.toNanos();
    }

    OperationView view() {
        return locked(() -> new OperationView(
                address,
                null,
                mode,
                new OperationView.Standing(state, reason, flags, usage),
                times(),
                attempts,
                List.of(),
                List.of(),
                false));
    }

    private OperationRecord.Times times() {
        OptionalLong never = OptionalLong.empty();
        boolean tried = !attempts.isEmpty();
        return new OperationRecord.Times(
                time.wall().millis(),
                receivedAt,
                deadlineAt,
                tried ? OptionalLong.of(attempts.getLast().startedAt()) : never,
                tried ? attempts.getLast().endedAt() : never,
                settledAt,
                never,
                never,
                never);
    }

    private <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }
}
