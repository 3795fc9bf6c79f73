package dev.penstock.client;

import dev.penstock.store.OperationRecord;
import dev.penstock.store.StoreException;
import dev.penstock.time.Signal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Takes background operations that are due from the ledger, whoever accepted them, and lets as many fly at once as there
 * are workers. What an earlier process had accepted is found like everything else: its recovery put it back in line.
 */
final class BackgroundWork implements AutoCloseable {

    /** How long a close waits for a claim that is under way. */
    private static final long PATIENCE = Duration.ofSeconds(5).toNanos();

    private static final System.Logger LOG = System.getLogger(BackgroundWork.class.getName());

    private final BackgroundSettings settings;
    private final EngineParts parts;
    private final LedgerSide ledger;
    private final Claims claims;
    private final Pickup pickup;
    private final HoldOff holdOff;
    private final AtomicInteger flying = new AtomicInteger();
    private final Signal closed = new Signal();
    private final Signal ended = new Signal();
    private volatile Signal wake = new Signal();

    /** Lets a claimed operation fly. */
    @FunctionalInterface
    interface Pickup {
        /**
         * Takes it up, or ends it where it can no longer be sent. Somebody who flies under its key already goes on with it.
         *
         * @param claimed what was claimed
         * @param landed told what it came to, once it no longer flies
         * @return whether it flies now
         */
        boolean takeUp(OperationRecord claimed, Consumer<Flight.Outcome> landed) throws InterruptedException;
    }

    private BackgroundWork(BackgroundSettings settings, KeyedParts keyed, Pickup pickup) {
        this.settings = settings;
        this.parts = keyed.engine();
        this.ledger = keyed.ledger();
        this.claims = keyed.claims();
        this.pickup = pickup;
        this.holdOff = new HoldOff(parts.time());
    }

    /** Begins to take up work. */
    static BackgroundWork start(BackgroundSettings settings, KeyedParts keyed, Pickup pickup) {
        BackgroundWork work = new BackgroundWork(settings, keyed, pickup);
        keyed.engine().time().tasks().start("penstock-background", work::run);
        return work;
    }

    /** There is something new to look for. */
    void wake() {
        wake.set();
    }

    @Override
    public void close() {
        closed.set();
        wake.set();
        try {
            parts.time().sleeper().await(ended, PATIENCE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        Unattended unattended = new Unattended("the look for background work", parts.time());
        try {
            while (!closed.isSet()) {
                // Before the look, so that whatever comes during it is looked for again. The rival is a submission.
                Signal next = new Signal();
                wake = next;
                if (!closed.isSet()) {
                    unattended.round(this::look);
                    parts.time().sleeper().await(next, settings.poll().toNanos());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            ended.set();
        }
    }

    private void look() throws InterruptedException {
        int free = holdOff.atMost(settings.workers() - flying.get());
        if (free <= 0 || parts.parking().isParked() || !parts.rights().get().getAsBoolean()) {
            return;
        }
        try {
            List<OperationRecord> claimed = ledger.store().claimDue(ledger.worker(), free);
            for (OperationRecord record : claimed) {
                takeUp(record);
            }
        } catch (StoreException e) {
            LOG.log(System.Logger.Level.WARNING, "no background work could be claimed: {0}", e.kind());
        }
    }

    /** Whatever is wrong with one of them, the others go on. */
    private void takeUp(OperationRecord record) throws InterruptedException {
        flying.incrementAndGet();
        boolean flies = false;
        try {
            flies = pickup.takeUp(record, this::landed);
        } catch (StoreException e) {
            LOG.log(System.Logger.Level.WARNING, "claimed work could not be read: {0}", e.kind());
            claims.giveBack(key(record), Landing.LATER);
        } catch (RuntimeException | Error e) {
            failed(e);
            claims.fail(key(record));
        } finally {
            if (!flies) {
                flying.decrementAndGet();
            }
        }
    }

    private static FlightKey key(OperationRecord record) {
        return new FlightKey(record.ref().tenant(), record.key());
    }

    private void landed(Flight.Outcome outcome) {
        switch (outcome) {
            case Flight.Outcome.Ended ended -> {
                switch (Landing.of(ended.result())) {
                    case Landing.Ended ignored -> holdOff.took();
                    case Landing.Left ignored -> {}
                    case Landing.NotTaken ignored -> holdOff.refused().ifPresent(BackgroundWork::sayHeldOff);
                }
            }
            case Flight.Outcome.Threw threw -> failed(threw.thrown());
        }
        flying.decrementAndGet();
        wake();
    }

    private static void sayHeldOff(Duration span) {
        LOG.log(
                System.Logger.Level.WARNING,
                "the ledger refuses background work: it is tried again in {0} s",
                span.toSeconds());
    }

    /** Its message may hold what was asked or answered, and is left out. */
    private static void failed(Throwable thrown) {
        LOG.log(
                System.Logger.Level.ERROR,
                "background work failed on {0}",
                thrown.getClass().getName());
    }
}
