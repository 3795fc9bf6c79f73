package dev.penstock.store.jdbc.ledger;

import dev.penstock.store.OperationRecord;
import dev.penstock.store.WorkerId;
import dev.penstock.store.jdbc.write.Writer;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Claims due work, and first finds again what an earlier claim got whose commit could not be found out: as long as their
 * worker lives nobody else would take those operations up.
 */
final class DueClaims {

    private final Writer writer;
    private final LedgerClock clock;
    private final Queue<DueClaim> open = new ConcurrentLinkedQueue<>();

    DueClaims(Writer writer, LedgerClock clock) {
        this.writer = writer;
        this.clock = clock;
    }

    List<OperationRecord> claim(WorkerId worker, int limit) throws InterruptedException {
        // What an earlier worker claimed is settled by whoever ends it.
        open.removeIf(earlier -> !earlier.isOf(worker));
        DueClaim earlier = open.poll();
        DueClaim claim = earlier == null ? new DueClaim(worker, limit, clock.nextWriteId()) : earlier.again(limit);
        try {
            List<OperationRecord> claimed = writer.write(claim);
            claim.told();
            return claimed;
        } finally {
            if (claim.isOpen()) {
                open.add(claim);
            }
        }
    }
}
