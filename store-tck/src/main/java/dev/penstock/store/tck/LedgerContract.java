package dev.penstock.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.GenerationRef;
import dev.penstock.store.Ledger;
import dev.penstock.store.Next;
import dev.penstock.store.OperationDraft;
import dev.penstock.store.OperationFilter;
import dev.penstock.store.OperationHistory;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationStore;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StoredBody;
import dev.penstock.store.Tenant;
import dev.penstock.store.Version;
import dev.penstock.store.WorkerId;
import dev.penstock.store.WriteId;
import dev.penstock.store.WriteResult;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What the contracts of a ledger share: a fresh ledger for each test, a worker, and short words for writes. */
public abstract class LedgerContract {

    private static final Set<OperationState> UNKNOWN = EnumSet.of(OperationState.UNKNOWN_OUTCOME);

    private static final Set<OperationState> OPEN = EnumSet.of(
            OperationState.RECEIVED,
            OperationState.CLAIMED,
            OperationState.DISPATCHING,
            OperationState.RETRY_SCHEDULED);

    /** The store's clock. */
    protected final ContractClock clock = new ContractClock();

    private final ReentrantLock lock = new ReentrantLock();
    private final SplittableRandom random = new SplittableRandom(20261002);
    private @org.jspecify.annotations.Nullable LedgerFixture opened;
    private WorkerId registered = new WorkerId("none");

    /** For subclasses. */
    protected LedgerContract() {}

    /**
     * Opens an empty ledger.
     *
     * @param wall the clock that it has to use
     * @return the fixture, closed after the test
     */
    protected abstract LedgerFixture open(ContractClock wall);

    @BeforeEach
    final void openFixture() {
        opened = open(clock);
        registered = ledger().workers().register();
    }

    @AfterEach
    final void closeFixture() {
        try (LedgerFixture fixture = fixture()) {
            whatIsUnknownAndWhatIsOpenIsListed(fixture.ledger().operations());
        }
    }

    /** A list of some states finds what a list of all does, whatever a test did: nobody decides about what is not listed. */
    private static void whatIsUnknownAndWhatIsOpenIsListed(OperationStore operations) {
        List<OperationRecord> all = listed(operations, EnumSet.allOf(OperationState.class));
        for (Set<OperationState> asked : List.of(UNKNOWN, OPEN)) {
            assertThat(listed(operations, asked))
                    .as("listed of %s", asked)
                    .isEqualTo(all.stream()
                            .filter(record -> asked.contains(record.state()))
                            .toList());
        }
    }

    private static List<OperationRecord> listed(OperationStore operations, Set<OperationState> states) {
        return operations
                .list(Tenant.LOCAL, new OperationFilter(states, null, null, null, true), null, 1000)
                .records();
    }

    final LedgerFixture fixture() {
        LedgerFixture fixture = opened;
        if (fixture == null) {
            throw new IllegalStateException("the fixture is opened before each test");
        }
        return fixture;
    }

    final Ledger ledger() {
        return fixture().ledger();
    }

    final OperationStore operations() {
        return ledger().operations();
    }

    final WorkerId worker() {
        return registered;
    }

    /** Begins a new process on the store: the one before it is dead. Tells what recovery says about its sends. */
    final EndReason restart() {
        EndReason loss = fixture().restart();
        registered = ledger().workers().register();
        return loss;
    }

    final Journey journey() {
        return new Journey(this);
    }

    final WriteId nextId() {
        lock.lock();
        try {
            return WriteId.create(random);
        } finally {
            lock.unlock();
        }
    }

    final WriteResult write(OperationWrite write) {
        try {
            return operations().write(write);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    final OperationRecord committed(OperationWrite write) {
        WriteResult result = write(write);
        assertThat(result).isInstanceOf(WriteResult.Committed.class);
        return ((WriteResult.Committed) result).record();
    }

    final WriteResult.Refused refused(OperationWrite write, WriteResult.Why why) {
        WriteResult result = write(write);
        assertThat(result).isInstanceOf(WriteResult.Refused.class);
        WriteResult.Refused refused = (WriteResult.Refused) result;
        assertThat(refused.why()).isEqualTo(why);
        return refused;
    }

    final WriteResult.Fenced fenced(OperationWrite write) {
        WriteResult result = write(write);
        assertThat(result).isInstanceOf(WriteResult.Fenced.class);
        return (WriteResult.Fenced) result;
    }

    final OperationRecord accept(OperationDraft draft) {
        return committed(new OperationWrite.Accept(nextId(), draft));
    }

    final OperationRecord reserve(OperationDraft draft) {
        return committed(new OperationWrite.Reserve(nextId(), draft, worker(), Samples.intent(1)));
    }

    final OperationWrite.Claim claim(Version expected) {
        return new OperationWrite.Claim(nextId(), expected, worker());
    }

    final OperationWrite.Intend intend(OperationRecord record) {
        int number = record.attempts().started() + 1;
        return new OperationWrite.Intend(nextId(), record.version(), worker(), Samples.intent(number));
    }

    final OperationWrite.Settle settle(OperationRecord record, AttemptCategory category, Next next) {
        return new OperationWrite.Settle(nextId(), record.version(), Samples.outcome(category), next, List.of());
    }

    final OperationWrite.Settle answer(OperationRecord record, String text) {
        return new OperationWrite.Settle(
                nextId(),
                record.version(),
                Samples.outcome(AttemptCategory.FINAL),
                Samples.succeeded(),
                List.of(Samples.result(text)));
    }

    final OperationRecord now(GenerationRef ref) {
        return history(ref).record();
    }

    final OperationHistory history(GenerationRef ref) {
        return operations().history(ref).orElseThrow();
    }

    final String body(GenerationRef ref, StoredBody.Kind kind) {
        return operations()
                .body(ref, kind)
                .map(body -> new String(body.bytes().unsafeArray(), java.nio.charset.StandardCharsets.UTF_8))
                .orElse("");
    }
}
