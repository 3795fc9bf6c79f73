package dev.penstock.store.jdbc.ledger;

import dev.penstock.policy.admission.FairShare;
import dev.penstock.policy.retry.LeasedTokens.Standing;
import dev.penstock.policy.retry.RetryBudgetSettings;
import dev.penstock.store.RetryTokens;
import dev.penstock.store.WorkerId;
import dev.penstock.store.jdbc.write.Transaction;
import dev.penstock.store.jdbc.write.Writer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The retry tokens of accounts: the bucket's row and one for each worker, changed by one transaction at a time.
 *
 * <p>After the store has moved to a server that may lack the last commits every bucket begins empty, and until the blocks
 * that are missing have run out a worker's first word about what it holds is believed and nothing is given.
 */
final class JdbcRetryTokens implements RetryTokens {

    private static final long MILLIONTHS = 1_000_000;

    /** How long a token that does not divide stays with one of those that share it. */
    private static final long TURN = Duration.ofSeconds(2).toMillis();

    /** The bucket's row: it is locked before the others are looked at. */
    private static final String BUCKET = "";

    private static final String FILL = """
            INSERT INTO retry_token (account, worker, tokens, originals, wanting, as_of, ends_at)
            VALUES (?, ?, ?, 0, 0, ?, 0) ON CONFLICT DO NOTHING""";

    private static final String LOCK =
            "SELECT tokens, as_of FROM retry_token WHERE account = ? AND worker = ? FOR UPDATE";

    private static final String FORGET = "DELETE FROM retry_token WHERE account = ? AND worker <> ? AND ends_at <= ?";

    private static final String REMOVE = "DELETE FROM retry_token WHERE account = ? AND worker = ?";

    private static final String BLOCKS = """
            SELECT worker, tokens, originals, wanting FROM retry_token
            WHERE account = ? AND worker <> ? ORDER BY worker""";

    private static final String PUT = """
            INSERT INTO retry_token (account, worker, tokens, originals, wanting, as_of, ends_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (account, worker) DO UPDATE SET tokens = excluded.tokens, originals = excluded.originals,
                wanting = excluded.wanting, as_of = excluded.as_of, ends_at = excluded.ends_at""";

    private final Writer writer;

    JdbcRetryTokens(Writer writer) {
        this.writer = writer;
    }

    /** The account's bucket, and when the store came to its server. */
    private record Bucket(long millionths, long asOf, long movedAt) {

        boolean isLearning(Duration lasting, long now) {
            return movedAt > 0 && now < movedAt + Spans.millis(lasting);
        }
    }

    /** A worker's block. */
    private record Held(String worker, long tokens, long originals, boolean wanting) {}

    /**
     * What a renewal begins with: what all hold, and what is in the bucket then. The floor has been counted up to asOf, also
     * where another transaction, which had begun later, has counted it before.
     */
    private record Seen(Held mine, List<Held> others, long level, long asOf) {

        static Seen of(Transaction transaction, WorkerId worker, Ask ask) throws SQLException {
            Bucket bucket = lock(transaction, ask);
            List<Held> others = blocks(transaction, ask);
            Standing standing = ask.standing();
            boolean isLearning = bucket.isLearning(ask.lasting(), transaction.now());
            Held known = others.stream()
                    .filter(row -> row.worker().equals(worker.value()))
                    .findFirst()
                    .orElse(new Held(worker.value(), isLearning ? standing.holding() : 0, standing.originals(), false));
            others.remove(known);
            long believed = Math.min(standing.holding(), known.tokens());
            long room = ask.allowance().capacity()
                    - believed
                    - others.stream().mapToLong(Held::tokens).sum();
            long level = filled(bucket, ask.allowance(), transaction.now())
                    + earned(ask.allowance(), standing.originals() - known.originals())
                    + Math.min(standing.returned(), known.tokens() - believed) * MILLIONTHS;
            return new Seen(
                    new Held(worker.value(), believed, standing.originals(), standing.wanting()),
                    others,
                    Math.clamp(level, 0, isLearning ? 0 : Math.max(0, room) * MILLIONTHS),
                    Math.max(bucket.asOf(), transaction.now()));
        }
    }

    @Override
    public Block renew(WorkerId worker, Ask ask) {
        return writer.writeUninterruptibly(transaction -> {
            Seen seen = Seen.of(transaction, worker, ask);
            Held mine = seen.mine();
            int share = share(ask.allowance().capacity(), mine, seen.others(), transaction.now());
            long given = Math.clamp(share - mine.tokens(), 0, seen.level() / MILLIONTHS);
            put(transaction, ask, new Held(BUCKET, seen.level() - given * MILLIONTHS, 0, false), seen.asOf());
            put(
                    transaction,
                    ask,
                    new Held(mine.worker(), mine.tokens() + given, mine.originals(), mine.wanting()),
                    transaction.now());
            return new Block((int) (given + mine.tokens() - ask.standing().holding()), share);
        });
    }

    @Override
    public void leave(WorkerId worker, Ask ask) {
        writer.writeUninterruptibly(transaction -> {
            Seen seen = Seen.of(transaction, worker, ask);
            put(transaction, ask, new Held(BUCKET, seen.level(), 0, false), seen.asOf());
            return transaction
                    .sql(REMOVE)
                    .text(ask.account())
                    .text(worker.value())
                    .update();
        });
    }

    /** What the floor has added since. */
    private static long filled(Bucket bucket, RetryBudgetSettings allowance, long now) {
        double passed = Duration.ofMillis(Math.max(0, now - bucket.asOf())).toNanos();
        double intervals = Math.min(
                allowance.capacity(), passed / allowance.floorInterval().toNanos());
        return bucket.millionths() + (long) (intervals * MILLIONTHS);
    }

    private static long earned(RetryBudgetSettings allowance, long originals) {
        long most = 100L * allowance.capacity();
        return Math.clamp(originals, 0, allowance.depositPercent() == 0 ? 0 : most)
                * allowance.depositPercent()
                * (MILLIONTHS / 100);
    }

    /** Equal parts; who has found none has the parts of those who need none, but for one. */
    private static int share(int capacity, Held mine, List<Held> others, long now) {
        List<Held> sharing = new ArrayList<>(others);
        sharing.add(mine);
        sharing.sort(Comparator.comparing(Held::worker));
        boolean somebodyWants = sharing.stream().anyMatch(Held::wanting);
        List<Integer> wants = sharing.stream()
                .map(row -> somebodyWants && !row.wanting() ? 1 : capacity)
                .toList();
        return FairShare.of(capacity, wants, now / TURN).get(sharing.indexOf(mine));
    }

    private static Bucket lock(Transaction transaction, Ask ask) throws SQLException {
        long movedAt = Meta.movedAt(transaction.session());
        // On another server than before nobody knows what was in it: it fills from that moment on.
        transaction
                .sql(FILL)
                .text(ask.account())
                .text(BUCKET)
                .number(movedAt > 0 ? 0 : ask.allowance().capacity() * MILLIONTHS)
                .number(movedAt > 0 ? movedAt : transaction.now())
                .update();
        Bucket bucket = transaction
                .sql(LOCK)
                .text(ask.account())
                .text(BUCKET)
                .first(row -> new Bucket(row.number(), row.number(), movedAt));
        if (bucket == null) {
            throw new IllegalStateException("an account's bucket vanished inside a transaction");
        }
        transaction
                .sql(FORGET)
                .text(ask.account())
                .text(BUCKET)
                .number(transaction.now())
                .update();
        return bucket;
    }

    private static List<Held> blocks(Transaction transaction, Ask ask) throws SQLException {
        return new ArrayList<>(transaction
                .sql(BLOCKS)
                .text(ask.account())
                .text(BUCKET)
                .all(row -> new Held(row.text(), row.number(), row.number(), row.flag())));
    }

    private static void put(Transaction transaction, Ask ask, Held row, long asOf) throws SQLException {
        transaction
                .sql(PUT)
                .text(ask.account())
                .text(row.worker())
                .number(row.tokens())
                .number(row.originals())
                .flag(row.wanting())
                .number(asOf)
                .number(transaction.now() + Spans.millis(ask.lasting()))
                .update();
    }
}
