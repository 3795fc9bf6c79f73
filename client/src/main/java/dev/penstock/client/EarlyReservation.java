package dev.penstock.client;

import dev.penstock.policy.admission.Waiting;
import dev.penstock.store.StoreException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Takes a call into the ledger that has waited a second for its permit: so that other processes see it and join it, and a
 * crash leaves a trace of it (design 8, "Cost"). Until then it exists in this process alone. One operation's own.
 */
final class EarlyReservation {

    private static final long AFTER = Duration.ofSeconds(1).toNanos();

    private final Operation operation;
    private final Journal journal;
    private final Flight flight;
    private final Endings endings;
    private @Nullable Step instead;

    EarlyReservation(Operation operation, Journal journal, Flight flight, Endings endings) {
        this.operation = operation;
        this.journal = journal;
        this.flight = flight;
        this.endings = endings;
    }

    /** The operation waits for a permit, and keeps its place in the line meanwhile. */
    void waits(Waiting waiting) throws InterruptedException {
        if (!isOpen() || waiting.isOverWithin(AFTER)) {
            return;
        }
        instead = switch (journal.reserve()) {
            case Journal.Intended.Granted ignored -> {
                journal.ref().ifPresent(flight::addressed);
                yield null;
            }
            case Journal.Intended.Refused ignored -> null;
            case Journal.Intended.Taken ignored -> new Step.LookUp();
            case Journal.Intended.Fenced ignored -> new Step.LookUp();
            case Journal.Intended.Unavailable unavailable -> unavailable(unavailable.cause());
        };
        if (instead != null) {
            boolean ignored = waiting.withdraw();
        }
    }

    /** What follows instead of an attempt: somebody else has the key, or nothing can be recorded; null if neither. */
    @Nullable
    Step instead() {
        return instead;
    }

    /** What goes on alone was taken in before it waited, and so was what is gone on with. */
    private boolean isOpen() {
        return journal.isDurable() && journal.record() == null && operation.isAttached();
    }

    /** A store that is only in somebody's way may be better when the intent is written. */
    private @Nullable Step unavailable(StoreException cause) {
        return switch (cause.kind()) {
            case UNCERTAIN, UNAVAILABLE, CLOSED -> endings.reservationUnavailable(cause);
            case BUSY, FULL, LOCKED, READ_ONLY, UNSAFE_SETTINGS, INCOMPATIBLE, CORRUPT -> null;
        };
    }
}
