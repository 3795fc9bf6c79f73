package dev.penstock.store.jdbc.write;

import dev.penstock.store.StoreException;
import dev.penstock.time.Deadline;
import java.util.Comparator;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A write on its way through the queue. Its caller and the writer race for it: one compare-and-set decides whether it is
 * withdrawn, and then never carried out, or taken, and then always answered.
 *
 * @param <R> what it results in
 */
final class PendingWrite<R> {

    /** Groups that are written at once by several processes lock in one order. */
    static final Comparator<PendingWrite<?>> ONE_ORDER = Comparator.comparing(PendingWrite::place);

    private enum Standing {
        QUEUED,
        TAKEN,
        WITHDRAWN
    }

    private final AtomicReference<Standing> standing = new AtomicReference<>(Standing.QUEUED);
    private final CountDownLatch answered = new CountDownLatch(1);
    private final Work<R> work;
    private final String place;
    private @Nullable R result;
    private @Nullable RuntimeException failure;
    private @Nullable Deadline untilRowsAreFree;
    private long turn;

    PendingWrite(Work<R> work) {
        this.work = work;
        this.place = work.place();
    }

    Work.Weight weight() {
        return work.weight();
    }

    String place() {
        return place;
    }

    /** The writer's side of the race. */
    boolean take() {
        return standing.compareAndSet(Standing.QUEUED, Standing.TAKEN);
    }

    /** The caller's side of the race. */
    boolean withdraw() {
        return standing.compareAndSet(Standing.QUEUED, Standing.WITHDRAWN);
    }

    Work<R> work() {
        return work;
    }

    /** Takes the result that the work had among others; the one who gives it keeps to the work's type. */
    @SuppressWarnings("unchecked")
    void applied(Object found) {
        result = (R) found;
    }

    /** Carries the work out inside the writer's transaction; its result counts once that is committed. */
    void apply(Transaction transaction) throws java.sql.SQLException {
        result = work.apply(transaction);
    }

    /** What it resulted in, which counts once that is committed. */
    R result() {
        return Objects.requireNonNull(result, "a write is carried out before it has a result");
    }

    /** It was put aside, and so many were before it; the first time counts. */
    void putAside(long number) {
        turn = turn == 0 ? number : turn;
    }

    /** Who was put aside before others has a lower one. */
    long turn() {
        return turn;
    }

    /** It is known to need a row that somebody else holds; its time begins, if it has not begun. */
    void foundHeldUp(Transactions transactions) {
        if (untilRowsAreFree == null) {
            untilRowsAreFree = transactions.untilRowsAreFree();
        }
    }

    /** Whether it is known to need a row that somebody held. */
    boolean wasHeldUp() {
        return untilRowsAreFree != null;
    }

    /** Whether it has waited for rows as long as it may. */
    boolean hasWaitedForRows() {
        Deadline until = untilRowsAreFree;
        return until != null && until.isExpired();
    }

    void committed() {
        answered.countDown();
    }

    /** Once it is answered it stays so. */
    void failed(RuntimeException why) {
        if (answered.getCount() == 0) {
            return;
        }
        failure = why;
        answered.countDown();
    }

    /** Waits for the answer; an interrupt withdraws the write if nobody has taken it. */
    R await() throws InterruptedException {
        boolean interrupted = false;
        while (true) {
            try {
                answered.await();
                break;
            } catch (InterruptedException e) {
                if (withdraw()) {
                    throw e;
                }
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return answer();
    }

    /** Waits for the answer, however often the thread is interrupted. */
    R awaitUninterruptibly() {
        boolean interrupted = false;
        while (true) {
            try {
                answered.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return answer();
    }

    private R answer() {
        RuntimeException why = failure;
        if (why instanceof StoreException store) {
            throw new StoreException(store.kind(), String.valueOf(store.getMessage()), store);
        }
        if (why instanceof IllegalStateException) {
            throw new IllegalStateException(why.getMessage(), why);
        }
        if (why != null) {
            throw why;
        }
        return result();
    }
}
