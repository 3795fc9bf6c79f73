package dev.penstock.store.jdbc.postgres;

import dev.penstock.store.jdbc.ledger.Doubt;
import dev.penstock.store.jdbc.ledger.LedgerClock;
import dev.penstock.store.jdbc.ledger.Meta;
import dev.penstock.store.jdbc.write.Transaction;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Notices that a store's database is not the one that it was: a standby took over, or a copy was restored. What was
 * committed last may be missing then: every piece of open work becomes unknown before anything else is written, and who has
 * leased permits and tokens is learned anew from those that hold them. One of several nodes does it, the others find it
 * done. It takes the time that it needs: were it ended for taking long, nothing could be written ever again. For one
 * writer's thread.
 */
interface IdentityGuard {

    /** Looks at nothing. */
    IdentityGuard NONE = new IdentityGuard() {
        @Override
        public void look(Transaction transaction, ServerIdentity now, Duration rowWait) {}

        @Override
        public void remember(ServerIdentity identity) {}
    };

    /**
     * Looks whether it still is the database that it was; if not, doubts the open work, in the same transaction.
     *
     * @param rowWait how long the rest of the transaction waits for a row
     */
    void look(Transaction transaction, ServerIdentity now, Duration rowWait) throws SQLException;

    /** What was looked at is committed. */
    void remember(ServerIdentity identity);

    /**
     * A guard for who dispatches.
     *
     * @param ids where the ids of its writes come from
     * @param patience how long it waits for another that is doing the same
     */
    static IdentityGuard of(LedgerClock ids, Duration patience) {
        return new Watchful(ids, patience);
    }

    /** Compares with what it remembers, and else with what the store does. */
    final class Watchful implements IdentityGuard {

        private static final System.Logger LOG = System.getLogger(IdentityGuard.class.getName());

        private final LedgerClock ids;
        private final Duration patience;
        private @Nullable ServerIdentity known;

        private Watchful(LedgerClock ids, Duration patience) {
            this.ids = ids;
            this.patience = patience;
        }

        @Override
        public void look(Transaction transaction, ServerIdentity now, Duration rowWait) throws SQLException {
            if (now.equals(known)) {
                return;
            }
            ServerMoment.waitForRows(transaction.session(), patience);
            if (!Meta.isWhereItWas(transaction.session(), now.text(), now.table())) {
                doubt(transaction, now);
            }
            ServerMoment.waitForRows(transaction.session(), rowWait);
        }

        private void doubt(Transaction transaction, ServerIdentity now) throws SQLException {
            ServerMoment.takeTime(transaction.session());
            long doubted = Doubt.openWork(transaction, ids.nextWriteId());
            Doubt.leases(transaction);
            Meta.moveTo(transaction.session(), now.text(), now.table(), transaction.now());
            if (doubted > 0) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "the store is on another server or history than before, or was restored:"
                                + " {0} open operations became unknown",
                        doubted);
            }
        }

        @Override
        public void remember(ServerIdentity identity) {
            known = identity;
        }
    }
}
