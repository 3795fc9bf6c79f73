package dev.penstock.store.jdbc.write;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The writes that wait for rows that somebody else holds: those that are known to need one, and those that were only tried
 * together with such. None is given up that is not known to be held up itself. For the writer's thread.
 */
final class HeldUpWrites {

    /** So many are tried by themselves in a round, of either kind. */
    private static final int SINGLES = 4;

    /**
     * One of them.
     *
     * @param doubtful whether it may have been committed before
     * @param why what it met
     */
    record Held(PendingWrite<?> write, boolean doubtful, SQLException why) {}

    /** How a group is tried. */
    @FunctionalInterface
    interface Commit {

        /** Whether any of it is committed; whoever is held up is back in this line. */
        boolean commit(List<PendingWrite<?>> group, boolean doubtful);
    }

    private final int maxGroup;
    private final List<Held> line = new ArrayList<>();
    private List<Held> round = List.of();
    private long number;

    /**
     * Nobody waits.
     *
     * @param maxGroup how many writes share a commit at most
     */
    HeldUpWrites(int maxGroup) {
        this.maxGroup = maxGroup;
    }

    int size() {
        return line.size();
    }

    void add(Held held) {
        held.write().putAside(++number);
        line.add(held);
    }

    /** Takes all out that have not been answered, also from the midst of a round. */
    List<PendingWrite<?>> clear() {
        List<PendingWrite<?>> all = new ArrayList<>();
        round.forEach(held -> all.add(held.write()));
        line.forEach(held -> all.add(held.write()));
        round = List.of();
        line.clear();
        return all;
    }

    /**
     * One round: a few are tried by themselves, and once one that was held up passes all of those together. Whose time is up
     * is tried in any case.
     */
    void tryAgain(Commit commit) {
        round = List.copyOf(line);
        line.clear();
        List<Held> unknown = new ArrayList<>();
        List<Held> known = new ArrayList<>();
        round.forEach(held -> (held.write().wasHeldUp() ? known : unknown).add(held));
        // Whoever has waited longest is found out about, however many come after it.
        unknown.sort(Comparator.comparing(held -> held.write().turn()));
        int singles = Math.min(SINGLES, unknown.size());
        for (Held held : unknown.subList(0, singles)) {
            boolean ignored = commit.commit(List.of(held.write()), held.doubtful());
        }
        together(unknown.subList(singles, unknown.size()), commit);
        boolean passed = false;
        int tried = 0;
        while (tried < Math.min(SINGLES, known.size()) && !passed) {
            Held held = known.get(tried++);
            passed = commit.commit(List.of(held.write()), held.doubtful());
        }
        List<Held> now = new ArrayList<>();
        List<Held> later = new ArrayList<>();
        for (Held held : known.subList(tried, known.size())) {
            (passed || held.write().hasWaitedForRows() ? now : later).add(held);
        }
        together(now, commit);
        // Who has just been tried comes last.
        line.addAll(0, later);
        round = List.of();
    }

    private void together(List<Held> waiting, Commit commit) {
        together(waiting, commit, /* doubtful= */ false);
        together(waiting, commit, /* doubtful= */ true);
    }

    private void together(List<Held> waiting, Commit commit, boolean doubtful) {
        List<PendingWrite<?>> group = new ArrayList<>();
        for (Held held : waiting) {
            if (held.doubtful() == doubtful) {
                group.add(held.write());
            }
        }
        group.sort(PendingWrite.ONE_ORDER);
        for (int from = 0; from < group.size(); from += maxGroup) {
            boolean ignored = commit.commit(group.subList(from, Math.min(group.size(), from + maxGroup)), doubtful);
        }
    }
}
