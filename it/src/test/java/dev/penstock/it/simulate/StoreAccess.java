package dev.penstock.it.simulate;

import dev.penstock.store.StoreException;
import dev.penstock.store.StoreException.Kind;
import dev.penstock.store.jdbc.sql.SqlReads;
import dev.penstock.store.jdbc.sql.SqlSession;
import dev.penstock.store.jdbc.write.Transaction;
import dev.penstock.store.jdbc.write.Work;
import dev.penstock.store.jdbc.write.Writer;
import dev.penstock.time.Time;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * One process's way to the store. A write is carried out by the task that asks for it, in a transaction of its own, and
 * everything may happen to it: the process crashes before the commit or after it, its acknowledgement is lost, the store
 * is away. What the writer of the product does about a lost acknowledgement is done here too: the write is done again.
 */
final class StoreAccess implements Writer, SqlReads {

    private final World world;
    private final NodeProcess process;
    private final LongSupplier wall;
    private long awayUntil = Long.MIN_VALUE;

    StoreAccess(World world, NodeProcess process, LongSupplier wall) {
        this.world = world;
        this.process = process;
        this.wall = wall;
    }

    NodeProcess process() {
        return process;
    }

    /** What its work on the store goes by: the world's own time. */
    Time time() {
        return new ProcessTime(world.scheduler(), process, 0, Duration.ZERO).time();
    }

    /** From now on the store does not answer this process. */
    void cutOff(long until) {
        awayUntil = Math.max(awayUntil, until);
    }

    boolean isCutOff() {
        return awayUntil > world.scheduler().now();
    }

    boolean wasCutOffSince(long moment) {
        return awayUntil > moment;
    }

    @Override
    public <R> R write(Work<R> work) {
        return writeUninterruptibly(work);
    }

    @Override
    public <R> R writeUninterruptibly(Work<R> work) {
        world.scheduler().sleep(world.faults().commitTime());
        refuseWhileAway();
        R result = world.variant().write(this, work);
        if (world.faults().coin()) {
            world.scheduler().sleep(world.faults().commitTime());
        }
        return result;
    }

    @Override
    public <T> T read(Read<T> read) {
        Faults faults = world.faults();
        boolean before = faults.coin();
        if (before) {
            world.scheduler().sleep(faults.readTime());
        }
        refuseWhileAway();
        T found = look(read);
        if (!before) {
            world.scheduler().sleep(faults.readTime());
        }
        return found;
    }

    @Override
    public <T> T readAtOnce(Read<T> read) {
        return read(read);
    }

    @Override
    public void close() {}

    /** Commits a write, with whatever happens to it. */
    <R> R commit(Work<R> work) {
        Faults.Fate fate = world.faults().fate(work.weight());
        return switch (fate) {
            case FINE -> durable(work);
            case CRASH_BEFORE -> {
                world.crash(process, Event.CRASH_BEFORE_COMMIT);
                throw new Vanished();
            }
            case CRASH_AFTER -> {
                R ignored = durable(work);
                world.crash(process, Event.CRASH_AFTER_COMMIT);
                throw new Vanished();
            }
            case FREEZE_AFTER -> {
                R result = durable(work);
                world.freeze(process, Event.FREEZE_AFTER_COMMIT);
                world.scheduler().sleep(0);
                yield result;
            }
            case LOST_COMMITTED -> {
                R ignored = durable(work);
                world.happened(Event.ACK_LOST_COMMITTED, process::name);
                world.scheduler().sleep(world.faults().reconnectTime());
                yield world.variant().recognised(work, durable(work));
            }
            case LOST_UNDONE -> {
                world.happened(Event.ACK_LOST_UNDONE, process::name);
                world.scheduler().sleep(world.faults().reconnectTime());
                yield durable(work);
            }
            case UNCERTAIN_COMMITTED -> {
                R ignored = durable(work);
                throw uncertain();
            }
            case UNCERTAIN_UNDONE -> throw uncertain();
            case REFUSED -> throw away();
        };
    }

    /** Makes a write durable. */
    <R> R durable(Work<R> work) {
        R result = transact(work, /* keep= */ true);
        world.judge().committed(process, result);
        return result;
    }

    /** What a write would result in; it leaves nothing. */
    <R> R pretended(Work<R> work) {
        return transact(work, /* keep= */ false);
    }

    private <R> R transact(Work<R> work, boolean keep) {
        SqlSession session = world.store().session();
        long now = world.variant().now(work, world.storeMillis(), wall.getAsLong());
        try {
            session.sql("BEGIN IMMEDIATE").update();
            boolean done = false;
            try {
                R result = work.apply(new Transaction(session, now, null, null));
                done = keep;
                return result;
            } finally {
                session.sql(done ? "COMMIT" : "ROLLBACK").update();
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private <T> T look(Read<T> read) {
        try {
            return read.apply(world.store().session());
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void refuseWhileAway() {
        if (isCutOff()) {
            world.scheduler().sleep(world.faults().nanosOfMillis(1, 500));
            throw away();
        }
    }

    private static StoreException away() {
        return new StoreException(Kind.UNAVAILABLE, "the store does not answer", null);
    }

    /** What took the answer may go on: others move on meanwhile. */
    private StoreException uncertain() {
        world.happened(Event.COMMIT_UNCERTAIN, process::name);
        if (world.faults().coin()) {
            cutOff(world.scheduler().now() + world.faults().nanosOfMillis(500, 20_000));
        }
        return new StoreException(Kind.UNCERTAIN, "the write may have been committed", null);
    }
}
