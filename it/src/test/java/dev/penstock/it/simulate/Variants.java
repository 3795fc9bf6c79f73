package dev.penstock.it.simulate;

import dev.penstock.store.WriteResult;
import dev.penstock.store.jdbc.write.Transaction;
import dev.penstock.store.jdbc.write.Work;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Every rule broken once that keeps two processes from sending the same. The judge has to notice each. */
final class Variants {

    private Variants() {}

    /** All of them, each to be used for one row of worlds. */
    static List<Variant> all() {
        return List.of(
                new Rewritten(
                        "no epoch in the write",
                        "AND state = ? AND epoch = ?",
                        "AND state = ? AND (epoch = ? OR 1 = 1)"),
                new IntentAfterTheSend(),
                new RequeueFromDispatching(),
                new Rewritten(
                        "permit back at lease expiry",
                        "AND attempts_end_by + ? <= ?",
                        "AND refreshed_at + 15000 + 0 * ? <= ?"),
                new LocalClockForLeases(),
                new ZeroRowsTakenAsFenced(),
                new Rewritten(
                        "intent blind to cancel",
                        " AND cancel_requested_at IS NULL AND deadline_at >= ?",
                        " AND deadline_at >= ?"),
                new WaitsBlind());
    }

    /** One condition of the SQL is another. */
    private static class Rewritten extends Variant {

        private final String from;
        private final String to;
        private boolean found;

        Rewritten(String name, String from, String to) {
            super(name);
            this.from = from;
            this.to = to;
        }

        @Override
        String wording(String statement) {
            found |= statement.contains(from);
            return statement.replace(from, to);
        }

        @Override
        boolean isBroken() {
            return found;
        }
    }

    /** The look at the ledger, which also passes on cancels, finds nothing: what waits hears of nobody. */
    private static final class WaitsBlind extends Rewritten {

        WaitsBlind() {
            super("waits blind to others' moves", "LIMIT 1) AS newest", "LIMIT 0) AS newest");
        }

        @Override
        boolean isNoticedBy(String violation) {
            return violation.startsWith("waited on for what others had ended");
        }
    }

    /** The sender is told that its intent is durable, and it becomes so with the outcome. */
    private static final class IntentAfterTheSend extends Variant {

        private final Map<NodeProcess, List<Work<?>>> late = new HashMap<>();

        IntentAfterTheSend() {
            super("intent after the send");
        }

        @Override
        <R> R write(StoreAccess store, Work<R> work) {
            return switch (work.weight()) {
                case INTENT -> {
                    late.computeIfAbsent(store.process(), ignored -> new ArrayList<>())
                            .add(work);
                    yield store.pretended(work);
                }
                case SETTLE -> {
                    List<Work<?>> owed = late.remove(store.process());
                    if (owed != null) {
                        owed.forEach(store::durable);
                    }
                    yield store.commit(work);
                }
                case OTHER -> store.commit(work);
            };
        }
    }

    /** What an ended process was just sending is put back into the line. */
    private static final class RequeueFromDispatching extends Variant {

        private static final String LINE = """
                INSERT INTO ready (op, due_at, worker) SELECT op, ?, NULL FROM operation WHERE state = 'dispatching'
                    AND NOT EXISTS (SELECT 1 FROM worker WHERE worker.id = operation.worker AND expires_at > ?)""";

        private static final String REQUEUE = """
                UPDATE operation SET state = 'received', worker = NULL, epoch = epoch + 1 WHERE state = 'dispatching'
                    AND NOT EXISTS (SELECT 1 FROM worker WHERE worker.id = operation.worker AND expires_at > ?)""";

        RequeueFromDispatching() {
            super("requeue from dispatching");
        }

        @Override
        <R> R write(StoreAccess store, Work<R> work) {
            return store.commit(
                    isNamed(work, "Recovery") ? with(work, transaction -> requeued(transaction, work)) : work);
        }

        private static <R> R requeued(Transaction transaction, Work<R> work) throws SQLException {
            transaction
                    .sql(LINE)
                    .number(transaction.now())
                    .number(transaction.now())
                    .update();
            transaction.sql(REQUEUE).number(transaction.now()).update();
            return work.apply(transaction);
        }
    }

    /** Leases are compared on the clock of whoever looks. */
    private static final class LocalClockForLeases extends Variant {

        LocalClockForLeases() {
            super("local clock for leases");
        }

        @Override
        long now(Work<?> work, long truth, long wallOfTheProcess) {
            return isNamed(work, "Recovery") || isNamed(work, "JdbcWorkers") ? wallOfTheProcess : truth;
        }
    }

    /** A write that finds its work done takes it for somebody else's. */
    private static final class ZeroRowsTakenAsFenced extends Variant {

        ZeroRowsTakenAsFenced() {
            super("zero rows taken as fenced");
        }

        @Override
        @SuppressWarnings("unchecked")
        <R> R recognised(Work<R> work, R result) {
            return result instanceof WriteResult.Committed committed
                    ? (R) new WriteResult.Fenced(committed.record())
                    : result;
        }
    }

    private static boolean isNamed(Work<?> work, String room) {
        return work.getClass().getName().contains(".ledger." + room);
    }
}
