package dev.penstock.it.simulate;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Decision;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.Ledger;
import dev.penstock.store.Maintenance.Retention;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationStore;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StoreException;
import dev.penstock.store.Tenant;
import dev.penstock.store.WriteId;
import dev.penstock.store.WriteResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * People beside the engines: they decide, cancel and prune with a command of their own, a process each time. What they
 * vouch for is true.
 */
final class Operators {

    /** Shorter than a world's life, so that a repeat finds what has no body any more. */
    private static final Duration BODIES = Duration.ofSeconds(8);

    /** As in use: longer than anybody comes back to an operation, and than any call of theirs waits (design 8, "Retention"). */
    private static final Duration ROWS = Duration.ofMinutes(20);

    private static final long SECOND = 1_000_000_000L;

    private final World world;
    private final SplittableRandom random;
    private final boolean prune;
    private final long pause;

    Operators(World world, SplittableRandom random) {
        this.world = world;
        this.random = random;
        this.prune = random.nextInt(4) == 0;
        this.pause = random.nextLong(2, 30) * SECOND;
    }

    void run() {
        int number = 0;
        while (!world.faults().isOver()) {
            world.scheduler().sleep(random.nextLong(pause / 4, pause * 2));
            NodeProcess command = new NodeProcess("ops" + number++);
            SplittableRandom own = random.split();
            world.scheduler().start(command, "ops", () -> work(command, own));
        }
    }

    private void work(NodeProcess command, SplittableRandom own) {
        StoreAccess access = new StoreAccess(world, command, world::storeMillis);
        Ledger ledger = WorldLedger.open(
                access,
                () -> ProcessTime.START.plusNanos(world.scheduler().now()),
                own.split(),
                world.store().keyRing());
        try {
            if (prune && own.nextInt(3) == 0) {
                world.happened(Event.RETENTION, command::name);
                ledger.maintenance().prune(new Retention(BODIES, ROWS));
                return;
            }
            IdempotencyKey key = new IdempotencyKey("op-" + own.nextInt(6));
            Optional<OperationRecord> found = ledger.operations().find(Tenant.LOCAL, key);
            if (found.isPresent()) {
                look(ledger.operations(), found.get(), own);
            }
        } catch (StoreException e) {
            world.said("ops failed", command::name);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void look(OperationStore store, OperationRecord record, SplittableRandom own) throws InterruptedException {
        WriteId id = WriteId.create(own);
        if (!record.state().isSettled()) {
            world.happened(Event.CANCEL_BESIDE, record.key()::value);
            world.happened(cancelled(record.state()), record.key()::value);
            store.write(new OperationWrite.RequestCancel(id, record.ref(), "ops", "no longer wanted"));
            return;
        }
        Decision.Kind kind = decide(record, own);
        if (kind != null) {
            WriteResult result =
                    store.write(new OperationWrite.Decide(id, record.version(), new Decision("ops", "so", kind)));
            if (result instanceof WriteResult.Committed) {
                world.happened(Event.DECISION, () -> record.key().value() + " " + kind);
                count(record, kind);
            }
        }
    }

    private static Event cancelled(OperationState state) {
        return switch (state) {
            case RECEIVED -> Event.CANCEL_IN_LINE;
            case CLAIMED -> Event.CANCEL_CLAIMED;
            case DISPATCHING -> Event.CANCEL_DISPATCHING;
            case RETRY_SCHEDULED -> Event.CANCEL_IN_BACKOFF;
            case SUCCEEDED, FAILED_PERMANENT, CANCELLED_BEFORE_DISPATCH, UNKNOWN_OUTCOME, DEAD_LETTER ->
                throw new IllegalArgumentException("nothing to cancel: " + state);
        };
    }

    private void count(OperationRecord record, Decision.Kind kind) {
        if (kind instanceof Decision.Kind.Reopen) {
            world.happened(Event.REOPENED, record.key()::value);
        }
        if (kind instanceof Decision.Kind.Rerun) {
            boolean early = record.state() == OperationState.UNKNOWN_OUTCOME
                    && record.times().attemptEndsBy().orElse(0) > world.storeMillis();
            world.happened(early ? Event.RERUN_BEFORE_END : Event.RERUN, record.key()::value);
        }
    }

    private Decision.@org.jspecify.annotations.Nullable Kind decide(OperationRecord record, SplittableRandom own) {
        Duration time = Duration.ofSeconds(own.nextLong(5, 60));
        Decision.Kind rerun = new Decision.Kind.Rerun(own.nextBoolean(), time);
        return switch (record.state()) {
            case UNKNOWN_OUTCOME ->
                switch (own.nextInt(6)) {
                    case 0 -> new Decision.Kind.Failed();
                    case 1 -> new Decision.Kind.Succeeded(null);
                    case 2, 3 -> nothingWasRead(record) ? new Decision.Kind.NotSent(time) : rerun;
                    default -> rerun;
                };
            case DEAD_LETTER -> own.nextBoolean() ? new Decision.Kind.Reopen(time) : rerun;
            case SUCCEEDED, FAILED_PERMANENT, CANCELLED_BEFORE_DISPATCH -> own.nextInt(3) == 0 ? rerun : null;
            default -> null;
        };
    }

    /** What a person finds in the provider's own log, once no attempt can run any more. */
    private boolean nothingWasRead(OperationRecord record) {
        List<Request> log = world.provider().log();
        boolean over = record.times().attemptEndsBy().orElse(0) < world.storeMillis();
        return over
                && log.stream()
                        .noneMatch(request -> request.isRead()
                                && request.attempt() != null
                                && request.attempt()
                                        .isOf(
                                                record.ref().operation().value(),
                                                record.ref().generation()));
    }
}
