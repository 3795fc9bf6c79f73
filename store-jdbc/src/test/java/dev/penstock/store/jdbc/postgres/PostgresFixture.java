package dev.penstock.store.jdbc.postgres;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.store.Ledger;
import dev.penstock.store.jdbc.FaultHook;
import dev.penstock.store.tck.ContractClock;
import dev.penstock.store.tck.LedgerFixture;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A ledger in a database of its own on the server of this process. A server is slow to connect to: what a test leaves is
 * emptied, and the next test goes on with the open ledger on a clock of its own.
 */
public final class PostgresFixture implements LedgerFixture {

    private static final ConcurrentLinkedQueue<Furnished> IDLE = new ConcurrentLinkedQueue<>();

    private final Queue<Furnished> idle;
    private final Furnished store;

    /** An empty one. */
    public PostgresFixture(ContractClock wall) {
        this(wall, IDLE, UnaryOperator.identity());
    }

    /** On the way of the ledger to the server that somebody else makes; what a test leaves is swept out beside it. */
    PostgresFixture(ContractClock wall, Queue<Furnished> idle, UnaryOperator<PostgresAddress> way) {
        this.idle = idle;
        Furnished left = idle.poll();
        store = left == null ? new Furnished(PostgresServer.shared().newStore(), way, wall) : left;
        store.wall = wall;
    }

    @Override
    public Ledger ledger() {
        return store.ledger;
    }

    @Override
    public EndReason restart() {
        store.ledger.close();
        store.wall.move(PostgresSettings.defaults().lease());
        store.ledger = store.open();
        return EndReason.LEASE_LOST;
    }

    @Override
    public void loseNextAcknowledgement() {
        store.hook.loseNext(1);
    }

    @Override
    public void loseNextTwoAcknowledgements() {
        store.hook.loseNext(2);
    }

    @Override
    public Held holdNextCommit() {
        return store.hook.holdNext();
    }

    @Override
    public Ledger observer() {
        return PostgresLedger.open(PostgresStores.observer(store.address), store);
    }

    @Override
    public void close() {
        store.empty();
        idle.add(store);
    }

    /** An open store that one test after another uses. Its clock is the one that the test moves, whatever the server's. */
    static final class Furnished implements ServerTime {

        private static final String EMPTY = List.of(
                        "operation_body",
                        "ready",
                        "attempt",
                        "delivery",
                        "evidence",
                        "decision",
                        "operation",
                        "worker",
                        "account_permit",
                        "route_pause",
                        "batch_export",
                        "api_key",
                        "retry_token",
                        "spend")
                .stream()
                .map(table -> "DELETE FROM " + table)
                .collect(Collectors.joining(";"));

        private final PostgresAddress address;
        private final FaultHook hook = new FaultHook();
        private final Connection broom;
        private volatile ContractClock wall;
        private PostgresLedger ledger;

        Furnished(PostgresAddress server, UnaryOperator<PostgresAddress> way, ContractClock wall) {
            this.address = way.apply(server);
            this.wall = wall;
            try {
                this.broom = PostgresServer.connect(server);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
            this.ledger = open();
        }

        PostgresLedger open() {
            return PostgresLedger.open(PostgresStores.engine(address).withCrashHook(hook), this);
        }

        void close() {
            ledger.close();
            try {
                broom.close();
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        void empty() {
            try (Statement sweep = broom.createStatement()) {
                sweep.execute(EMPTY);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public long learn(long millis, long askedNanos) {
            return wall.millis();
        }

        @Override
        public Instant instant() {
            return wall.instant();
        }

        @Override
        public long millis() {
            return wall.millis();
        }
    }
}
