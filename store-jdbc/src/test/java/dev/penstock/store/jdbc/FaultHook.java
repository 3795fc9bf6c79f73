package dev.penstock.store.jdbc;

import dev.penstock.store.tck.LedgerFixture.Held;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Loses acknowledgements and holds the writer, as a contract asks. */
public final class FaultHook implements CrashHook {

    private final AtomicInteger lose = new AtomicInteger();
    private final AtomicReference<@Nullable Hold> hold = new AtomicReference<>();

    /** Does nothing until it is asked to. */
    public FaultHook() {}

    /** Loses the next acknowledgements. */
    public void loseNext(int count) {
        lose.set(count);
    }

    /** Holds the writer before its next commit. */
    public Held holdNext() {
        Hold next = new Hold();
        hold.set(next);
        return next;
    }

    @Override
    public void reached(Point point) {
        switch (point) {
            case BEFORE_INTENT_COMMIT, BEFORE_SETTLE_COMMIT, BEFORE_OTHER_COMMIT -> {
                Hold held = hold.getAndSet(null);
                if (held != null) {
                    held.standStill();
                }
            }
            case AFTER_INTENT_COMMIT, AFTER_SETTLE_COMMIT, AFTER_OTHER_COMMIT -> {
                if (lose.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                    throw new IllegalStateException("the acknowledgement was lost");
                }
            }
        }
    }

    private static final class Hold implements Held {

        private final CountDownLatch arrived = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);

        void standStill() {
            arrived.countDown();
            try {
                released.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void awaitHeld() throws InterruptedException {
            arrived.await();
        }

        @Override
        public void letGo() {
            released.countDown();
        }
    }
}
