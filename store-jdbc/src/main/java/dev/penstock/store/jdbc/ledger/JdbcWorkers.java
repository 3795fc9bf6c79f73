package dev.penstock.store.jdbc.ledger;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.WorkerId;
import dev.penstock.store.Workers;
import dev.penstock.store.jdbc.write.Writer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The rows of workers: one per start of a process, renewed by one heartbeat whatever it has in flight. */
final class JdbcWorkers implements Workers {

    private static final String REGISTER =
            "INSERT INTO worker (id, registered_at, expires_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";

    /** A lease that has run out is not renewed: its work may have been given away. */
    private static final String HEARTBEAT = "UPDATE worker SET expires_at = ? WHERE id = ? AND expires_at > ?";

    private static final String LEAVE = "DELETE FROM worker WHERE id = ?";

    private final Writer writer;
    private final Writer heartbeats;
    private final LedgerClock clock;
    private final long lease;
    private final Optional<Duration> recoverEvery;

    JdbcWorkers(LedgerRooms.Paths paths, LedgerClock clock, LedgerRooms.Leases leases) {
        this.writer = paths.writer();
        this.heartbeats = paths.heartbeats();
        this.clock = clock;
        this.lease = leases.lasting().toMillis();
        this.recoverEvery = Optional.ofNullable(leases.recovery());
    }

    @Override
    public WorkerId register() {
        WorkerId worker = clock.nextWorkerId();
        return heartbeats.writeUninterruptibly(transaction -> {
            long now = transaction.now();
            transaction
                    .sql(REGISTER)
                    .text(worker.value())
                    .number(now)
                    .number(now + lease)
                    .update();
            return worker;
        });
    }

    @Override
    public long heartbeat(WorkerId worker) {
        return heartbeats.writeUninterruptibly(transaction -> {
            long now = transaction.now();
            int renewed = transaction
                    .sql(HEARTBEAT)
                    .number(now + lease)
                    .text(worker.value())
                    .number(now)
                    .update();
            return renewed == 0 ? 0L : lease;
        });
    }

    @Override
    public Map<OperationState, Long> recover() {
        return writer.writeUninterruptibly(new Recovery(clock.nextWriteId()));
    }

    @Override
    public Optional<Duration> recoverEvery() {
        return recoverEvery;
    }

    @Override
    public void leave(WorkerId worker) {
        heartbeats.writeUninterruptibly(
                transaction -> transaction.sql(LEAVE).text(worker.value()).update());
    }
}
