package dev.penstock.store.jdbc.write;

import dev.penstock.store.StoreException;
import dev.penstock.store.StoreException.Kind;
import dev.penstock.store.jdbc.CrashHook;
import dev.penstock.store.jdbc.LedgerStats;
import dev.penstock.store.jdbc.sql.SqlFailures;
import dev.penstock.store.jdbc.sql.SqlFailures.Blame;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Carries groups of writes out, one transaction for each. A group that fails is split until the offender is alone. A
 * commit whose fate is not known is settled by doing the group again: every write finds what it did by its write id.
 * A write that needs a row that somebody else holds is put aside, and tried again between the groups that follow. For
 * the writer's thread alone; {@link #stats()} may be read by others.
 */
final class GroupCommit {

    /** How one try of a transaction went. */
    private sealed interface Try {

        /** All of it is durable. */
        record Committed() implements Try {}

        /** It did not begin, which is nobody's fault among the writes; nothing happened. */
        record NotBegun(SQLException why) implements Try {}

        /** One write spoiled it; nothing happened. */
        record Offended(PendingWrite<?> offender, RuntimeException why) implements Try {}

        /** One needs a row that somebody else holds, and it may be known which; nothing happened. */
        record HeldUp(Optional<PendingWrite<?>> by, SQLException why) implements Try {}

        /** It failed as a whole; nothing happened. */
        record Failed(SQLException why) implements Try {}

        /** It may have been committed. */
        record Unclear(Exception why) implements Try {}
    }

    /** How long a row is waited for that somebody else holds: as long as another process's commit takes, and more. */
    private static final Duration ROW_WAIT = Duration.ofMillis(100);

    /** The same while it is looked for among the writes of a group, which has waited once. */
    private static final Duration GLANCE = Duration.ofMillis(20);

    /** So many waits for held rows a round has: enough to find two of them among the 256 writes of the largest group. */
    private static final int LOOKS = 16;

    private final Transactions transactions;
    private final SqlFailures failures;
    private final CrashHook hook;
    private final HeldUpWrites heldUp;
    private int waits;
    private @Nullable StoreException stopped;
    private volatile LedgerStats stats = new LedgerStats(0, 0, 0, 0);

    /**
     * Writes nothing yet.
     *
     * @param maxGroup how many writes share a commit at most
     */
    GroupCommit(Transactions transactions, CrashHook hook, int maxGroup) {
        this.transactions = transactions;
        this.failures = transactions.failures();
        this.hook = hook;
        this.heldUp = new HeldUpWrites(maxGroup);
    }

    LedgerStats stats() {
        return stats;
    }

    /** Answers every write of a group, but those that wait for a row that somebody else holds. */
    void run(List<PendingWrite<?>> group) {
        if (group.isEmpty()) {
            return;
        }
        waits = 0;
        stats = new LedgerStats(
                stats.commits(),
                stats.groups() + 1,
                stats.writes() + group.size(),
                Math.max(stats.largestGroup(), group.size()));
        List<PendingWrite<?>> ordered = new ArrayList<>(group);
        ordered.sort(PendingWrite.ONE_ORDER);
        commit(ordered, /* doubtful= */ false);
    }

    /** How many writes wait for rows that somebody else holds. */
    int heldUp() {
        return heldUp.size();
    }

    /** Tries again what waits for a row that somebody else holds; whose time is up is answered. */
    void goOn() {
        waits = 0;
        heldUp.tryAgain((group, doubtful) -> {
            long commits = stats.commits();
            commit(group, doubtful);
            return stats.commits() > commits;
        });
    }

    /** Answers a group in which our own code failed, and writes nothing more. */
    void abandon(List<PendingWrite<?>> group, Throwable why) {
        StoreException stop =
                new StoreException(Kind.UNAVAILABLE, "the store's writer failed, and nothing more is written", why);
        stopped = stop;
        group.forEach(write -> fail(write, stop, /* doubtful= */ true));
        heldUp.clear().forEach(write -> fail(write, stop, /* doubtful= */ true));
    }

    private void commit(List<PendingWrite<?>> group, boolean doubtful) {
        StoreException stop = stopped;
        if (stop != null) {
            group.forEach(write -> fail(write, stop, doubtful));
            return;
        }
        Try tried = tryOnce(group);
        for (int tries = 1; isWorthAnother(tried, tries); tries++) {
            tried = tryOnce(group);
        }
        switch (tried) {
            case Try.Committed ignored -> {
                stats = new LedgerStats(stats.commits() + 1, stats.groups(), stats.writes(), stats.largestGroup());
                group.forEach(PendingWrite::committed);
            }
            case Try.NotBegun notBegun -> giveUp(group, notBegun.why(), doubtful);
            case Try.Offended offended -> isolate(group, offended, doubtful);
            case Try.HeldUp found -> findWhoIsHeldUp(group, found, doubtful);
            case Try.Failed failed -> giveUpOrSplit(group, failed.why(), doubtful);
            case Try.Unclear unclear -> clearUp(group, unclear.why(), doubtful);
        }
    }

    private boolean isWorthAnother(Try tried, int tries) {
        return switch (tried) {
            case Try.NotBegun notBegun -> transactions.awaitBetterMoment(notBegun.why(), tries);
            case Try.Failed failed -> transactions.awaitBetterMoment(failed.why(), tries);
            case Try.Committed ignored -> false;
            case Try.Offended ignored -> false;
            case Try.HeldUp ignored -> false;
            case Try.Unclear ignored -> false;
        };
    }

    private Try tryOnce(List<PendingWrite<?>> group) {
        Transactions.Open begun;
        try {
            begun = transactions.begin(waits == 0 ? ROW_WAIT : GLANCE);
        } catch (SQLException e) {
            return new Try.NotBegun(e);
        }
        try (Transactions.Open open = begun) {
            IdentityHashMap<Work<?>, Object> done = inBulk(open.transaction(), group);
            for (PendingWrite<?> write : group) {
                Object found = done.get(write.work());
                if (found != null) {
                    write.applied(found);
                } else {
                    try {
                        write.apply(open.transaction());
                    } catch (SQLException e) {
                        return switch (failures.blame(e)) {
                            case ITS_OWN -> new Try.Offended(write, failures.toStoreException(e));
                            case WHO_HOLDS_A_ROW -> new Try.HeldUp(Optional.of(write), e);
                            case THE_GROUP, NOBODYS -> new Try.Failed(e);
                        };
                    } catch (RuntimeException e) {
                        return new Try.Offended(write, e);
                    }
                }
                open.carriedOut(write.work(), write.result());
            }
            return seal(open, group);
        } catch (SQLException e) {
            return undone(e);
        }
    }

    private Try undone(SQLException why) {
        return failures.blame(why) == Blame.WHO_HOLDS_A_ROW
                ? new Try.HeldUp(Optional.empty(), why)
                : new Try.Failed(why);
    }

    /** An error there is somebody's own, and nobody knows whose: the group is split. */
    private IdentityHashMap<Work<?>, Object> inBulk(Transaction transaction, List<PendingWrite<?>> group)
            throws SQLException {
        if (group.size() == 1) {
            return new IdentityHashMap<>();
        }
        List<Work<?>> works = new ArrayList<>(group.size());
        for (PendingWrite<?> write : group) {
            works.add(write.work());
        }
        try {
            return transactions.bulk().apply(transaction, works);
        } catch (RuntimeException e) {
            throw new SQLException("writes could not be done together", e);
        }
    }

    private Try seal(Transactions.Open open, List<PendingWrite<?>> group) {
        try {
            tell(group, /* before= */ true);
            open.commit();
            tell(group, /* before= */ false);
            return new Try.Committed();
        } catch (SQLException e) {
            return open.isUndone(e) ? undone(e) : new Try.Unclear(e);
        } catch (RuntimeException e) {
            return new Try.Unclear(e);
        }
    }

    private void isolate(List<PendingWrite<?>> group, Try.Offended offended, boolean doubtful) {
        if (group.size() == 1) {
            fail(offended.offender(), offended.why(), doubtful);
            return;
        }
        List<PendingWrite<?>> innocent = new ArrayList<>(group);
        innocent.remove(offended.offender());
        commit(innocent, doubtful);
        commit(List.of(offended.offender()), doubtful);
    }

    /** Who is not to blame for sure is tried again at once, until there have been waits enough for one round. */
    private void findWhoIsHeldUp(List<PendingWrite<?>> group, Try.HeldUp found, boolean doubtful) {
        waits++;
        found.by().ifPresent(write -> write.foundHeldUp(transactions));
        if (group.size() == 1 || waits >= LOOKS) {
            group.forEach(write -> putAside(write, found, doubtful));
        } else if (found.by().isEmpty()) {
            halve(group, doubtful);
        } else {
            List<PendingWrite<?>> others = new ArrayList<>(group);
            others.remove(found.by().get());
            putAside(found.by().get(), found, doubtful);
            commit(others, doubtful);
        }
    }

    /** Who has just been found held up, and has waited long enough, is answered. */
    private void putAside(PendingWrite<?> write, Try.HeldUp found, boolean doubtful) {
        if (found.by().filter(write::equals).isPresent() && write.hasWaitedForRows()) {
            fail(write, failures.toStoreException(found.why()), doubtful);
        } else {
            heldUp.add(new HeldUpWrites.Held(write, doubtful, found.why()));
        }
    }

    private void giveUpOrSplit(List<PendingWrite<?>> group, SQLException why, boolean doubtful) {
        if (failures.blame(why) == Blame.NOBODYS || group.size() == 1) {
            giveUp(group, why, doubtful);
            return;
        }
        stopIfTheDiskFailed(why);
        halve(group, doubtful);
    }

    private void halve(List<PendingWrite<?>> group, boolean doubtful) {
        int half = group.size() / 2;
        commit(group.subList(0, half), doubtful);
        commit(group.subList(half, group.size()), doubtful);
    }

    private void giveUp(List<PendingWrite<?>> group, SQLException why, boolean doubtful) {
        stopIfTheDiskFailed(why);
        StoreException failure = failures.toStoreException(why);
        group.forEach(write -> fail(write, failure, doubtful));
    }

    private void clearUp(List<PendingWrite<?>> group, Exception why, boolean doubtful) {
        if (why instanceof SQLException failure) {
            stopIfTheDiskFailed(failure);
        }
        if (doubtful) {
            StoreException unknown = new StoreException(Kind.UNCERTAIN, "a commit was not acknowledged twice", why);
            group.forEach(write -> fail(write, unknown, /* doubtful= */ true));
        } else {
            commit(group, /* doubtful= */ true);
        }
    }

    private void stopIfTheDiskFailed(SQLException why) {
        if (stopped == null && failures.endsTheStore(why)) {
            stopped = new StoreException(
                    failures.kind(why),
                    "the disk failed under the store, and nothing more is written: check it, then start again ("
                            + why.getMessage() + ")",
                    why);
        }
    }

    private static void fail(PendingWrite<?> write, RuntimeException why, boolean doubtful) {
        write.failed(
                doubtful
                        ? new StoreException(
                                Kind.UNCERTAIN, "the write may have been committed, and it could not be found out", why)
                        : why);
    }

    private void tell(List<PendingWrite<?>> group, boolean before) {
        if (hook == CrashHook.NONE) {
            return;
        }
        for (Work.Weight weight : Work.Weight.values()) {
            if (group.stream().anyMatch(write -> write.weight() == weight)) {
                hook.reached(point(weight, before));
            }
        }
    }

    private static CrashHook.Point point(Work.Weight weight, boolean before) {
        return switch (weight) {
            case INTENT -> before ? CrashHook.Point.BEFORE_INTENT_COMMIT : CrashHook.Point.AFTER_INTENT_COMMIT;
            case SETTLE -> before ? CrashHook.Point.BEFORE_SETTLE_COMMIT : CrashHook.Point.AFTER_SETTLE_COMMIT;
            case OTHER -> before ? CrashHook.Point.BEFORE_OTHER_COMMIT : CrashHook.Point.AFTER_OTHER_COMMIT;
        };
    }
}
