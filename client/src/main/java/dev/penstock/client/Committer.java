package dev.penstock.client;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.AttemptOutcome;
import dev.penstock.store.Next;
import dev.penstock.store.OperationWrite.DeliveryKind;
import dev.penstock.store.StoredBody;
import dev.penstock.time.Deadline;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Commits outcomes, and waits a bounded time for a store that does not take them; after that the outcome stays in memory
 * and goes on being tried (design 8, "Answer in hand, commit failing").
 */
final class Committer {

    /** How long a commit is waited for at most (design 8); the operation's deadline may come first. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final long AGAIN_AFTER = Duration.ofMillis(50).toNanos();

    private final Journal journal;
    private final EngineParts parts;
    private final Operation operation;

    Committer(Journal journal, EngineParts parts, Operation operation) {
        this.journal = journal;
        this.parts = parts;
        this.operation = operation;
    }

    /** Commits how an attempt ended. */
    Journal.Written settle(AttemptOutcome outcome, Next next, List<StoredBody> bodies, @Nullable DeliveryKind delivered)
            throws InterruptedException {
        Deadline patience = patience();
        return awaited(journal.settle(outcome, next, bodies, delivered), patience);
    }

    /** Commits an end without a send. */
    Journal.Written end(OperationState state, EndReason reason) throws InterruptedException {
        Deadline patience = patience();
        return awaited(journal.end(state, reason), patience);
    }

    /** Nothing is sent under an intent whose commit is in doubt: it is settled as that, once the store answers. */
    void withdraw(AttemptOutcome outcome, Next next) {
        journal.withdraw(outcome, next);
        parts.unrecorded().keep(journal, Replies.nameOf(operation));
    }

    /** From before the first write on: a store that is away may have spent it with that alone. */
    private Deadline patience() {
        return operation.deadline().orSooner(PATIENCE);
    }

    /** The same with a reservation that came before any intent. */
    void withdrawReservation() {
        journal.withdrawReservation();
        parts.unrecorded().keep(journal, Replies.nameOf(operation));
    }

    private Journal.Written awaited(Journal.Written first, Deadline patience) throws InterruptedException {
        Journal.Written written = first;
        while (written instanceof Journal.Written.Unavailable && !patience.isExpired()) {
            parts.time().sleeper().sleep(Math.min(AGAIN_AFTER, Math.max(1, patience.remainingNanos())));
            written = journal.again();
        }
        if (written instanceof Journal.Written.Unavailable) {
            parts.unrecorded().keep(journal, Replies.nameOf(operation));
        }
        return written;
    }
}
