package dev.penstock.cli.run;

import dev.penstock.client.Fingerprints;
import dev.penstock.store.Bytes;
import dev.penstock.store.Decision;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StoredFingerprint;
import dev.penstock.store.WriteId;
import dev.penstock.store.WriteResult;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Compares lines with what the ledger has under their keys, without asking for a stored body: a finished line costs one
 * digest. Thread-safe.
 */
final class Requests {

    private final Ledger ledger;
    private final Fingerprints fingerprints;
    private final RandomGenerator random;

    Requests(Ledger ledger, RandomGenerator random) {
        this.ledger = ledger;
        this.fingerprints = new Fingerprints(ledger.keyRing());
        this.random = random;
    }

    /** Whether a line asks for what a record was made for; in doubt it does not (R-OP-3). */
    boolean isSame(Bytes body, OperationRecord record) {
        return fingerprints.isSame(body, record.fingerprint());
    }

    /** Gives an operation a new generation with the request as it stands in the line, as a recorded decision. */
    boolean regenerate(Bytes body, OperationRecord record, String author, Duration deadline)
            throws InterruptedException {
        Optional<StoredFingerprint> fingerprint = fingerprints.of(body, "");
        if (fingerprint.isEmpty()) {
            return false;
        }
        Decision decision = new Decision(
                author,
                "penstock run --retry-failed",
                new Decision.Kind.Regenerate(fingerprint.get(), body, /* acceptDuplicates= */ false, deadline));
        return ledger.operations().write(new OperationWrite.Decide(WriteId.create(random), record.version(), decision))
                instanceof WriteResult.Committed;
    }
}
