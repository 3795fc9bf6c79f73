package dev.penstock.store;

import java.util.List;
import java.util.Optional;

/**
 * How far a batch's results have been written to its output file: results committed → appended → fsync → recorded here
 * (design 13). Thread-safe.
 */
public interface BatchExports {

    /**
     * Where a batch's output stands.
     *
     * @param tenant whose
     * @param batch the batch
     * @return the recorded export, empty if none was
     */
    Optional<Export> find(Tenant tenant, String batch);

    /**
     * Settled generations of a batch whose result is not in the output yet, oldest commit first. One that was reopened
     * and settled again is pending again.
     *
     * @param tenant whose
     * @param batch the batch
     * @param limit how many at most
     * @return their records
     */
    List<OperationRecord> pending(Tenant tenant, String batch, int limit);

    /**
     * Records that results are in the output, after its fsync: one commit for the offset and a delivery of each.
     *
     * @param tenant whose
     * @param batch the batch
     * @param export where the output stands now
     * @param exported what it gained, as {@link #pending} showed it: what has moved since stays pending
     * @throws InterruptedException if the thread is interrupted before the write was taken
     */
    void record(Tenant tenant, String batch, Export export, List<Version> exported) throws InterruptedException;

    /**
     * Forgets what was exported, so that the output is rebuilt. A large batch takes several writes: between them the
     * recorded offset is {@link Long#MAX_VALUE}, which no output reaches.
     *
     * @param tenant whose
     * @param batch the batch
     * @throws InterruptedException if the thread is interrupted before a write was taken; it is to be done again then
     */
    void reset(Tenant tenant, String batch) throws InterruptedException;

    /**
     * Where an output stands.
     *
     * @param output the file's real path
     * @param offset how many of its bytes are ours and durable
     * @param headDigest digest of its first bytes, to recognise a foreign file
     */
    record Export(String output, long offset, String headDigest) {}
}
