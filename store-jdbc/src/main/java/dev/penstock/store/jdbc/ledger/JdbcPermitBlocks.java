package dev.penstock.store.jdbc.ledger;

import dev.penstock.policy.admission.FairShare;
import dev.penstock.store.PermitBlocks;
import dev.penstock.store.WorkerId;
import dev.penstock.store.jdbc.write.Transaction;
import dev.penstock.store.jdbc.write.Writer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The blocks of accounts' permits: one row for each account, model and worker, changed by one transaction at a time. */
final class JdbcPermitBlocks implements PermitBlocks {

    /**
     * For a worker that has not been heard of for so long nothing more is kept free than what it has: whoever wants more
     * asks several times a second, and the dead no longer do. One that was only slow gets its share as soon as it asks.
     */
    private static final long HEARD_OF = Duration.ofSeconds(1).toMillis();

    /** How long a permit stays with one of those that share it before the next one has it. */
    private static final long TURN = Duration.ofSeconds(2).toMillis();

    /** Nobody's row: it is locked before the others are looked at, also where there are no others yet. */
    private static final String GUARD = "";

    private static final String ENTER = """
            INSERT INTO account_permit (account, model, worker, permits, wanted, refreshed_at, attempts_end_by)
            VALUES (?, ?, ?, 0, 0, 0, 0) ON CONFLICT DO NOTHING""";

    private static final String LOCK =
            "SELECT permits FROM account_permit WHERE account = ? AND model = ? AND worker = ? FOR UPDATE";

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
    }

    @Override
    public Block refresh(WorkerId worker, Ask ask) {
        return writer.writeUninterruptibly(transaction -> {
            lock(transaction, ask);
            List<Row> rows = rows(transaction, ask);
            Row known = rows.stream()
                    .filter(row -> row.worker().equals(worker.value()))
                    .findFirst()
                    .orElse(new Row(worker.value(), 0, 0, 0, 0));
            Row mine = new Row(
                    worker.value(),
                    Math.min(ask.holding(), known.permits()),
                    ask.wanted(),
                    transaction.now(),
                    Math.max(
                            known.attemptsEndBy(),
                            transaction.now() + ask.terms().attempts().toMillis()));
            rows.removeIf(row -> row.worker().equals(worker.value()));
            Block block = block(ask.limit(), mine, rows, transaction.now());
            put(
                    transaction,
                    ask,
                    new Row(mine.worker(), block.permits(), mine.wanted(), mine.refreshedAt(), mine.attemptsEndBy()));
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
        sharing.sort(java.util.Comparator.comparing(Row::worker));
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

    private static void lock(Transaction transaction, Ask ask) throws SQLException {
        transaction.sql(ENTER).text(ask.account()).text(ask.model()).text(GUARD).update();
        boolean ignored = transaction
                .sql(LOCK)
                .text(ask.account())
                .text(ask.model())
                .text(GUARD)
                .any();
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
                .all(row -> new Row(row.text(), row.smallNumber(), row.smallNumber(), row.number(), row.number())));
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
