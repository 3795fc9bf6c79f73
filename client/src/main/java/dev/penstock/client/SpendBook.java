package dev.penstock.client;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.store.AttemptIntent;
import dev.penstock.store.AttemptOutcome;
import dev.penstock.store.Spend;
import dev.penstock.store.SpendRows;
import dev.penstock.store.StoreException;
import dev.penstock.store.Tenant;
import dev.penstock.store.WorkerId;
import dev.penstock.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Sums up what calls without a key use, by minute, route and model, and tells the ledger every few seconds (design 12). No
 * call waits for it; what a crash takes with it is the last few seconds. Thread-safe.
 */
final class SpendBook implements Spending {

    /** Callers choose models' names: from here on, within the minutes in memory, all further ones are "other". */
    static final int MOST = 1_000;

    private static final long EVERY = Duration.ofSeconds(5).toNanos();
    private static final long MINUTE = Duration.ofMinutes(1).toMillis();

    private static final System.Logger LOG = System.getLogger(SpendBook.class.getName());

    private final SpendRows rows;
    private final WorkerId source;
    private final Time time;
    private final Map<Spend.Place, Spend> sums = new ConcurrentHashMap<>();
    private final Map<Spend.Place, Spend> written = new HashMap<>();

    SpendBook(SpendRows rows, WorkerId source, Time time) {
        this.rows = rows;
        this.source = source;
        this.time = time;
    }

    /** Begins to write; writes what is left when it is closed. */
    Rounds keep() {
        return Rounds.start("penstock-spend", time, EVERY, this::writeIfPossible, this::writeIfPossible);
    }

    @Override
    public void ended(Tenant tenant, AttemptIntent intent, AttemptOutcome outcome) {
        Spend.Place place = place(tenant, intent);
        Spend.Counts one = counts(outcome);
        sums.merge(place, new Spend(place, one, outcome.usage()), (sum, ignored) -> sum.plus(one, outcome.usage()));
    }

    private Spend.Place place(Tenant tenant, AttemptIntent intent) {
        long minute = Math.floorDiv(time.wall().millis(), MINUTE) * MINUTE;
        Spend.Place place = new Spend.Place(tenant, minute, intent.route(), intent.model());
        return sums.size() < MOST || sums.containsKey(place)
                ? place
                : new Spend.Place(tenant, minute, intent.route(), "other");
    }

    private static Spend.Counts counts(AttemptOutcome outcome) {
        long sent = outcome.category() == AttemptCategory.NOT_SENT ? 0 : 1;
        return new Spend.Counts(
                1,
                sent,
                outcome.category() == AttemptCategory.AMBIGUOUS ? 1 : 0,
                outcome.usage().completionTokens().isEmpty() ? sent : 0,
                outcome.usage().cost() == null ? sent : 0);
    }

    /** Tells the ledger what it has not heard; forgets minutes that are over. One thread at a time. */
    void write() {
        List<Spend> news = new ArrayList<>();
        for (Spend sum : sums.values()) {
            if (!sum.equals(written.get(sum.place()))) {
                news.add(sum);
            }
        }
        if (!news.isEmpty()) {
            rows.put(source, news);
            news.forEach(sum -> written.put(sum.place(), sum));
        }
        long over = time.wall().millis() - 2 * MINUTE;
        written.entrySet().removeIf(row -> row.getKey().minute() < over && sums.remove(row.getKey(), row.getValue()));
    }

    private void writeIfPossible() {
        try {
            write();
        } catch (StoreException e) {
            LOG.log(System.Logger.Level.WARNING, "what calls without a key used could not be recorded: {0}", e.kind());
        }
    }
}
