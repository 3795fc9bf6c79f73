package dev.penstock.store.jdbc.ledger;

import java.time.Duration;

/**
 * How fast retention goes on: how many things it removes in one transaction, and how long it rests after it. Calls go
 * first: a transaction takes about 20 ms, since whoever comes meanwhile may have to wait for its end, and up to 100 ms
 * where sixteen things take so long: most of that is then the way to the database and back, which fewer would not save.
 * While others write retention rests for three times as long as it worked. Where nobody has written for a second it rests just
 * enough to notice somebody: another process that waits for a lock of SQLite's looks from time to time only, and would
 * not get it between two transactions that follow upon each other. Immutable.
 *
 * @param batch how many things go in the next transaction, 1 to 256
 * @param quiet for how long nobody else has written, as far as that is known
 */
record Pace(int batch, Duration quiet) {

    /** Others are at work until the contrary is seen. */
    static final Pace FIRST = new Pace(16, Duration.ZERO);

    private static final int LARGEST = 256;

    /** With fewer than so many, the round trips of a transaction would be most of it. */
    private static final int WORTH_IT = 16;

    private static final Duration TRANSACTION = Duration.ofMillis(20);

    /** What takes longer than this is large itself, and goes in as small pieces as there are. */
    private static final Duration LONG = Duration.ofMillis(100);

    private static final Duration ALONE = Duration.ofSeconds(1);

    private static final int REST_BESIDE_OTHERS = 3;

    private static final int WORK_PER_REST_ALONE = 4;

    /** A transaction that waited for a lock has not worked all the time. */
    private static final Duration LONGEST_REST = Duration.ofSeconds(1);

    /**
     * A transaction that is over.
     *
     * @param size how many things it was about, at least 1
     * @param took how long it took
     * @param others whether others have written since the transaction before it
     */
    record Done(int size, Duration took, boolean others) {}

    /** The pace after a transaction. */
    Pace after(Done done) {
        Duration still = done.others() ? Duration.ZERO : quiet.plus(done.took()).plus(rest(done.took()));
        return new Pace(batchAfter(done), still);
    }

    /** How long to rest after work that took so long. */
    Duration rest(Duration took) {
        Duration rest = quiet.compareTo(ALONE) < 0
                ? took.multipliedBy(REST_BESIDE_OTHERS)
                : took.dividedBy(WORK_PER_REST_ALONE);
        return rest.compareTo(LONGEST_REST) < 0 ? rest : LONGEST_REST;
    }

    /** At most twice or half as many as before, since one time may be chance; never fewer after a short one. */
    private int batchAfter(Done done) {
        long fitting =
                done.size() * TRANSACTION.toNanos() / Math.max(1, done.took().toNanos());
        return Math.clamp(fitting, fewestAfter(done.took()), Math.min(LARGEST, 2 * batch));
    }

    private int fewestAfter(Duration took) {
        if (took.compareTo(TRANSACTION) <= 0) {
            return batch;
        }
        if (took.compareTo(LONG) > 0) {
            return Math.max(1, batch / 2);
        }
        boolean isWorthMore = batch < WORTH_IT && took.multipliedBy(2).compareTo(LONG) <= 0;
        return isWorthMore ? Math.min(WORTH_IT, 2 * batch) : Math.max(Math.min(batch, WORTH_IT), batch / 2);
    }
}
