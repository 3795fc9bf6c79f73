package dev.penstock.store;

import dev.penstock.policy.attempt.OperationState;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The durable record of operations. Reads see what is committed; a write returns once it is durable or refused. Every
 * method blocks and belongs on a virtual thread; implementations are thread-safe.
 *
 * <p>A write never causes a send, and a failure to write is a {@link StoreException}: the caller then knows that the
 * write did not happen, or that its outcome could not be found out ({@link StoreException.Kind#UNCERTAIN}).
 */
public interface OperationStore {

    /**
     * The newest generation under a key.
     *
     * @param tenant whose
     * @param key the owner's name for it
     * @return the generation, empty if the key is free
     */
    Optional<OperationRecord> find(Tenant tenant, IdempotencyKey key);

    /**
     * The newest generations under many keys, in one read.
     *
     * @param tenant whose
     * @param keys the owner's names
     * @return what is there; free keys are absent
     */
    Map<IdempotencyKey, OperationRecord> findAll(Tenant tenant, Collection<IdempotencyKey> keys);

    /**
     * All generations of an operation.
     *
     * @param tenant whose
     * @param operation the operation
     * @return its generations, oldest first; empty if it does not exist for this tenant
     */
    List<OperationRecord> generations(Tenant tenant, OperationId operation);

    /**
     * Everything that happened to a generation.
     *
     * @param ref the generation
     * @return its history, empty if it does not exist
     */
    Optional<OperationHistory> history(GenerationRef ref);

    /**
     * A body of a generation.
     *
     * @param ref the generation
     * @param kind which body
     * @return the body, empty if there is none or it was pruned
     */
    Optional<StoredBody> body(GenerationRef ref, StoredBody.Kind kind);

    /**
     * A page of operations.
     *
     * @param tenant whose
     * @param filter which
     * @param cursor where to begin, from {@link Page#next()}; null for the beginning
     * @param limit how many at most, 1 to 1,000
     * @return the page
     */
    Page list(Tenant tenant, OperationFilter filter, @Nullable String cursor, int limit);

    /**
     * How many operations are in which state.
     *
     * @param tenant whose
     * @param filter which
     * @return the counts; states without an operation are absent
     */
    Map<OperationState, Long> count(Tenant tenant, OperationFilter filter);

    /**
     * What waits, of all tenants. Costs the same however much the ledger holds: of what has not ended, the 10,000 that were
     * accepted first are looked at. What confirming a restored copy made unknown is not in it.
     *
     * @return how much, and for how long
     */
    Backlog backlog();

    /**
     * What was decided, of all tenants.
     *
     * @param after the last decision that is known; {@link Long#MAX_VALUE} for where to begin
     * @return how many decisions of each kind came after it
     */
    DecisionCounts decisions(long after);

    /**
     * Carries out one write and returns when it is durable or refused.
     *
     * @param write the write
     * @return what became of it
     * @throws StoreException if the store could not carry it out
     * @throws InterruptedException if the thread is interrupted before the write was taken; once taken it is awaited
     */
    WriteResult write(OperationWrite write) throws InterruptedException;

    /**
     * Claims background work that is due, oldest first. What a claim of the same worker got whose fate could not be found
     * out comes before it.
     *
     * @param worker who claims it
     * @param limit how many at most
     * @return what was claimed, in state claimed; empty if nothing is due
     * @throws StoreException if the store could not carry it out
     * @throws InterruptedException if the thread is interrupted before the claim was taken
     */
    List<OperationRecord> claimDue(WorkerId worker, int limit) throws InterruptedException;
}
