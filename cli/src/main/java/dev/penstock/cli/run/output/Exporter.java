package dev.penstock.cli.run.output;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.BatchExports;
import dev.penstock.store.BatchExports.Export;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationHistory;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.StoreException;
import dev.penstock.store.StoredBody;
import dev.penstock.store.Tenant;
import dev.penstock.store.Version;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes a batch's committed results to its output: committed → appended → one fsync → offset recorded (design 13). A
 * crash at any point costs nothing but work: at the next start the file is cut back to the recorded offset, and a file
 * that is not ours or too short is rebuilt from the store. Not thread-safe.
 */
public final class Exporter implements AutoCloseable {

    /** How many lines go into one step at most. */
    public static final int LINES_PER_STEP = 1_000;

    private static final long BYTES_PER_STEP = 16 << 20;

    private final Ledger ledger;
    private final Tenant tenant;
    private final String batch;
    private final String output;
    private final OutputFile file;
    private boolean superseded;

    private Exporter(Ledger ledger, Tenant tenant, String batch, String output, OutputFile file) {
        this.ledger = ledger;
        this.tenant = tenant;
        this.batch = batch;
        this.output = output;
        this.file = file;
    }

    /**
     * An exporter, and what was done to the file.
     *
     * @param exporter the exporter
     * @param putAside where a file that was not ours is kept now, null if there was none
     * @param rebuilt whether the output begins anew
     */
    public record Opened(Exporter exporter, @Nullable Path putAside, boolean rebuilt) {}

    /**
     * Opens a batch's output.
     *
     * @param ledger the store
     * @param tenant whose batch
     * @param batch its name
     * @param output the file
     * @return the exporter
     * @throws InterruptedException if the thread is interrupted
     */
    public static Opened open(Ledger ledger, Tenant tenant, String batch, Path output) throws InterruptedException {
        OutputFile file = OutputFile.open(output);
        try {
            return new Exporter(ledger, tenant, batch, output.toString(), file).begin();
        } catch (RuntimeException | InterruptedException e) {
            file.close();
            throw e;
        }
    }

    private Opened begin() throws InterruptedException {
        Optional<Export> recorded = exports().find(tenant, batch);
        boolean ours = recorded.isPresent() && isOurs(recorded.get());
        if (ours && file.length() >= recorded.get().offset()) {
            file.cut(recorded.get().offset());
            return new Opened(this, null, false);
        }
        Path aside = file.length() == 0 || ours ? null : file.putAside();
        if (ours) {
            file.cut(0);
        }
        if (recorded.isPresent()) {
            exports().reset(tenant, batch);
        }
        return new Opened(this, aside, recorded.isPresent());
    }

    private boolean isOurs(Export recorded) {
        return recorded.output().equals(output)
                && (file.length() < recorded.offset()
                        ? file.length() == 0
                        : file.headDigest(recorded.offset()).equals(recorded.headDigest()));
    }

    /**
     * Writes results that are committed and not in the output yet.
     *
     * @return how many generations were dealt with; 0 if there was nothing to do
     * @throws InterruptedException if the thread is interrupted
     */
    public int step() throws InterruptedException {
        List<OperationRecord> pending = exports().pending(tenant, batch, LINES_PER_STEP);
        if (pending.isEmpty()) {
            return 0;
        }
        Map<IdempotencyKey, OperationRecord> newest = ledger.operations()
                .findAll(tenant, pending.stream().map(OperationRecord::key).toList());
        List<Version> done = new ArrayList<>(pending.size());
        long from = file.length();
        for (OperationRecord operation : pending) {
            if (file.length() - from > BYTES_PER_STEP) {
                break;
            }
            if (isCurrent(operation, newest.get(operation.key()))) {
                append(operation);
            }
            done.add(operation.version());
        }
        file.sync();
        record(done);
        return done.size();
    }

    /**
     * Writes everything that is committed. If a line was answered anew after an earlier answer had been written, the
     * file is written once more from its beginning, so that it holds one line for each.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public void finish() throws InterruptedException {
        while (step() > 0) {
            // writes on
        }
        if (superseded) {
            superseded = false;
            // Cut first: whoever is interrupted leaves an empty output of this batch, which is rebuilt.
            file.cut(0);
            exports().reset(tenant, batch);
            while (step() > 0) {
                // writes on
            }
            superseded = false;
        }
    }

    @Override
    public void close() {
        file.close();
    }

    private static boolean isCurrent(OperationRecord operation, @Nullable OperationRecord newest) {
        return operation.state() == OperationState.SUCCEEDED
                && (newest == null || newest.ref().equals(operation.ref()));
    }

    private void append(OperationRecord operation) {
        StoredBody result = ledger.operations()
                .body(operation.ref(), StoredBody.Kind.RESULT)
                .orElse(null);
        if (result == null) {
            return;
        }
        OperationHistory history = ledger.operations()
                .history(operation.ref())
                .orElseThrow(() -> new StoreException(
                        StoreException.Kind.CORRUPT, "the store lost the history of an operation it lists", null));
        file.append(ResultLine.answered(history, result));
        superseded |= operation.ref().generation() > 1 && hasEarlierAnswer(operation);
    }

    private boolean hasEarlierAnswer(OperationRecord operation) {
        return ledger.operations().generations(tenant, operation.ref().operation()).stream()
                .anyMatch(other -> other.state() == OperationState.SUCCEEDED
                        && other.ref().generation() < operation.ref().generation());
    }

    private void record(List<Version> done) throws InterruptedException {
        Export export = new Export(output, file.length(), file.headDigest(file.length()));
        exports().record(tenant, batch, export, done);
    }

    private BatchExports exports() {
        return ledger.exports();
    }
}
