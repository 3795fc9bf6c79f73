package dev.penstock.store.jdbc.ledger;

import dev.penstock.policy.admission.FairShare;
import dev.penstock.store.PermitBlocks;
import dev.penstock.store.WorkerId;
import dev.penstock.store.jdbc.sql.SqlRow;
import dev.penstock.store.jdbc.write.Transaction;
import dev.penstock.store.jdbc.write.Writer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The blocks of accounts' permits: one row for each account, model and worker, changed by one transaction at a time.
 *
 * <p>After the store has moved to a server that may lack the last commits it learns who holds what: a worker's first word
 * is believed, and until everything under a block that is missing has ended, no more is shared out than was told of.
 */
final class JdbcPermitBlocks implements PermitBlocks {

    /**
     * For a worker that has not been heard of for so long nothing more is kept free than what it has: whoever wants more
     * asks several times a second, and the dead no longer do. One that was only slow gets its share as soon as it asks.
     */
    private static final long HEARD_OF = Duration.ofSeconds(1).toMillis();

    /** How long a permit stays with one of those that share it before the next one has it. */
    private static final long TURN = Duration.ofSeconds(2).toMillis();

    /**
     * Nobody's row: it is locked before the others are looked at, also where there are no others yet. Its permits are those
     * that workers told of since the store moved, and its end is when no others can be at work any more.
     */
    private static final String GUARD = "";

    private static final String ENTER = """
            INSERT INTO account_permit (account, model, worker, permits, wanted, refreshed_at, attempts_end_by)
            VALUES (?, ?, ?, 0, 0, 0, 0) ON CONFLICT DO NOTHING""";

    private static final String LOCK = """
            SELECT worker, permits, wanted, refreshed_at, attempts_end_by FROM account_permit
            WHERE account = ? AND model = ? AND worker = ? FOR UPDATE""";

    private static final String FORGET = """
            DELETE FROM account_permit
            WHERE account = ? AND model = ? AND worker <> ? AND attempts_end_by + ? <= ?""";

    private static final String ALL = """
            SELECT worker, permits, wanted, refreshed_at, attempts_end_by FROM account_permit
            WHERE account = ? AND model = ? AND worker <> ? ORDER BY worker""";

    private static final String PUT = """
            INSERT INTO account_permit (account, model, worker, permits, wanted, refreshed_at, attempts_end_by)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (account, model, worker) DO UPDATE SET permits = excluded.permits, wanted = excluded.wanted,
                refreshed_at = excluded.refreshed_at, attempts_end_by = excluded.attempts_end_by""";

    private final Writer writer;

    JdbcPermitBlocks(Writer writer) {
        this.writer = writer;
    }

    /** A row. */
    private record Row(String worker, int permits, int wanted, long refreshedAt, long attemptsEndBy) {

        boolean isHeardOf(long now) {
            return refreshedAt + HEARD_OF > now;
        }

        Row holding(int now) {
            return new Row(worker, now, wanted, refreshedAt, attemptsEndBy);
        }
    }

    /** What a renewal begins with: what the worker holds, what the others do, and how many there are to share. */
    private record Seen(Row mine, List<Row> others, int limit) {

        static Seen of(Transaction transaction, WorkerId worker, Ask ask) throws SQLException {
            Row guard = lock(transaction, ask);
            forget(transaction, ask);
            List<Row> others = rows(transaction, ask);
            Row known = others.stream()
                    .filter(row -> row.worker().equals(worker.value()))
                    .findFirst()
                    .orElse(null);
            others.remove(known);
            long now = transaction.now();
            long certainAt = certainAt(transaction, ask, guard);
            boolean isLearning = now < certainAt;
            // What was leased last may be missing: who has not spoken since is believed, and nobody else has it.
            int told = known == null && isLearning ? ask.holding() : 0;
            int believed = known == null ? told : Math.min(ask.holding(), known.permits());
            if (isLearning) {
                guard = new Row(GUARD, guard.permits() + told, 0, 0, certainAt);
                put(transaction, ask, guard);
            }
            long end = now + ask.terms().attempts().toMillis();
            Row mine = new Row(
                    worker.value(),
                    believed,
                    ask.wanted(),
                    now,
                    known == null ? end : Math.max(known.attemptsEndBy(), end));
            return new Seen(mine, others, isLearning ? Math.min(ask.limit(), guard.permits()) : ask.limit());
        }

        /** When everything under a block that is missing has ended, the longest attempts of any worker counted; 0: none is. */
        private static long certainAt(Transaction transaction, Ask ask, Row guard) throws SQLException {
            long movedAt = Meta.movedAt(transaction.session());
            Terms terms = ask.terms();
            return movedAt == 0
                    ? 0
                    : Math.max(
                            guard.attemptsEndBy(),
                            movedAt + terms.attempts().plus(terms.abortHold()).toMillis());
        }
    }

    @Override
    public Block refresh(WorkerId worker, Ask ask) {
        return writer.writeUninterruptibly(transaction -> {
            Seen seen = Seen.of(transaction, worker, ask);
            Block block = block(seen.limit(), seen.mine(), seen.others(), transaction.now());
            put(transaction, ask, seen.mine().holding(block.permits()));
            return block;
        });
    }

    private static Block block(int limit, Row mine, List<Row> others, long now) {
        int taken = others.stream().mapToInt(Row::permits).sum();
        int keptBack = others.stream()
                .filter(row -> !row.isHeardOf(now))
                .mapToInt(Row::permits)
                .sum();
        List<Row> sharing = new ArrayList<>(
                others.stream().filter(row -> row.isHeardOf(now)).toList());
        sharing.add(mine);
        sharing.sort(Comparator.comparing(Row::worker));
        int share = FairShare.of(
                        Math.max(0, limit - keptBack),
                        sharing.stream()
                                .map(row -> Math.min(limit, row.wanted()))
                                .toList(),
                        now / TURN)
                .get(sharing.indexOf(mine));
        int free = Math.max(0, limit - taken - mine.permits());
        return new Block(Math.max(mine.permits(), Math.min(share, mine.permits() + free)), share);
    }

    private static Row lock(Transaction transaction, Ask ask) throws SQLException {
        transaction.sql(ENTER).text(ask.account()).text(ask.model()).text(GUARD).update();
        Row guard = transaction
                .sql(LOCK)
                .text(ask.account())
                .text(ask.model())
                .text(GUARD)
                .first(JdbcPermitBlocks::row);
        if (guard == null) {
            throw new IllegalStateException("an account's row vanished inside a transaction");
        }
        return guard;
    }

    private static void forget(Transaction transaction, Ask ask) throws SQLException {
        transaction
                .sql(FORGET)
                .text(ask.account())
                .text(ask.model())
                .text(GUARD)
                .number(ask.terms().abortHold().toMillis())
                .number(transaction.now())
                .update();
    }

    private static List<Row> rows(Transaction transaction, Ask ask) throws SQLException {
        return new ArrayList<>(transaction
                .sql(ALL)
                .text(ask.account())
                .text(ask.model())
                .text(GUARD)
                .all(JdbcPermitBlocks::row));
    }

    private static Row row(SqlRow row) throws SQLException {
        return new Row(row.text(), row.smallNumber(), row.smallNumber(), row.number(), row.number());
    }

    private static void put(Transaction transaction, Ask ask, Row row) throws SQLException {
        transaction
                .sql(PUT)
                .text(ask.account())
                .text(ask.model())
                .text(row.worker())
                .number(row.permits())
                .number(row.wanted())
                .number(row.refreshedAt())
                .number(row.attemptsEndBy())
                .update();
    }
}
