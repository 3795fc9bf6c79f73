package dev.penstock.store.jdbc.postgres;

import dev.penstock.store.jdbc.ledger.News;
import dev.penstock.store.jdbc.sql.SqlSession;
import dev.penstock.store.jdbc.write.Work;
import dev.penstock.time.Deadline;
import dev.penstock.time.Time;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/**
 * What this process tells the others with its commits. Commits that tell something exclude each other on the whole server
 * until they are durable, so only what somebody may wait for is told, and new work not more often than others could take it
 * up. For the writer's thread.
 */
interface Telling {

    /** Tells nothing. */
    Telling NOTHING = new Telling() {
        @Override
        public Set<Word> about(Work<?> work, Object result) {
            return Set.of();
        }

        @Override
        public void tell(SqlSession session, Set<Word> words) {}

        @Override
        public void failed() {}
    };

    /** What is told. */
    enum Word {
        MOVED,
        WORK
    }

    /** What a write that was carried out gives to tell. */
    Set<Word> about(Work<?> work, Object result);

    /** Tells it with the transaction that is open. */
    void tell(SqlSession session, Set<Word> words) throws SQLException;

    /** A commit that told something failed, and maybe for that: nothing is told for a while. */
    void failed();

    /**
     * Tells of what others may wait for.
     *
     * @param patience how long a commit waits for others that tell something: the server lets one at a time
     */
    static Telling of(Wanted wanted, Time time, Duration patience) {
        return new ToOthers(wanted, time, patience);
    }

    /** Tells it to whoever listens. */
    final class ToOthers implements Telling {

        /** Whoever is free takes up more than one at a time. */
        private static final Duration BETWEEN_WORK = Duration.ofMillis(100);

        private static final Duration AFTER_A_FAILURE = Duration.ofMinutes(1);

        private final Wanted wanted;
        private final Time time;
        private final Duration patience;
        private Deadline workKnown;
        private Deadline silent;

        private ToOthers(Wanted wanted, Time time, Duration patience) {
            this.wanted = wanted;
            this.time = time;
            this.patience = patience;
            this.workKnown = time.deadlineAfter(Duration.ZERO);
            this.silent = time.deadlineAfter(Duration.ZERO);
        }

        @Override
        public Set<Word> about(Work<?> work, Object result) {
            return switch (News.of(work, result)) {
                case News.Nothing ignored -> Set.of();
                case News.DueWork ignored -> EnumSet.of(Word.WORK);
                case News.Moved moved -> wanted.take(moved.operation()) ? EnumSet.of(Word.MOVED) : Set.of();
                case News.CancelAsked ignored -> EnumSet.of(Word.MOVED);
                case News.Recovered ignored -> EnumSet.allOf(Word.class);
            };
        }

        @Override
        public void tell(SqlSession session, Set<Word> words) throws SQLException {
            if (!silent.isExpired()) {
                return;
            }
            EnumSet<Word> news = EnumSet.noneOf(Word.class);
            news.addAll(words);
            if (news.contains(Word.WORK) && !workKnown.isExpired()) {
                news.remove(Word.WORK);
            }
            if (news.isEmpty()) {
                return;
            }
            if (news.contains(Word.WORK)) {
                workKnown = time.deadlineAfter(BETWEEN_WORK);
            }
            ServerMoment.waitForRows(session, patience);
            for (Word word : news) {
                PostgresHints.tell(session, word.name());
            }
        }

        @Override
        public void failed() {
            silent = time.deadlineAfter(AFTER_A_FAILURE);
        }
    }
}
