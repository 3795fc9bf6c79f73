package dev.penstock.http.netty;

import dev.penstock.http.Framing;
import dev.penstock.http.ResponseHead;
import dev.penstock.policy.attempt.DeliveryEvidence;
import dev.penstock.policy.attempt.Ending;
import dev.penstock.time.Ticker;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Where the reader's thread, the event loop and whoever aborts meet. The first ending wins and freezes the evidence:
 * the event loop asks {@link #handOver} before every part of the request, so that an exchange that ended without a
 * request byte can never send one afterwards.
 */
final class ExchangeState {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<byte[]> unread = new ArrayDeque<>();
    private final Trace trace;
    private int unreadBytes;
    private @Nullable Connection connection;
    private @Nullable ResponseHead head;
    private @Nullable Ending ending;
    private boolean announced;
    private Framing framing = Framing.INCOMPLETE;

    ExchangeState(Ticker ticker) {
        this.trace = new Trace(ticker);
    }

    boolean connecting() {
        return ifRunning(trace::connecting);
    }

    boolean connected(Connection candidate, boolean reused) {
        return ifRunning(() -> {
            connection = candidate;
            trace.connected(reused, candidate.throughProxy());
            changed.signalAll();
        });
    }

    boolean handOver(boolean last) {
        return ifRunning(() -> trace.handingOver(last));
    }

    boolean handedOver(int bytes, boolean last) {
        return ifRunning(() -> trace.handedOver(bytes, last));
    }

    boolean responseStarted() {
        return ifRunning(trace::responseStarted);
    }

    void head(ResponseHead arrived) {
        ifRunning(() -> {
            head = arrived;
            trace.headArrived();
            changed.signalAll();
        });
    }

    /** Takes bytes for the reader and says how many now wait. */
    int body(byte[] bytes) {
        lock.lock();
        try {
            if (ending == null) {
                unread.add(bytes);
                unreadBytes += bytes.length;
                trace.bodyArrived(bytes.length);
                changed.signalAll();
            }
            return unreadBytes;
        } finally {
            lock.unlock();
        }
    }

    boolean end(Ending how) {
        return end(how, () -> {});
    }

    /** Ends it, and wakes the reader only when its connection has been released: free for the next exchange. */
    boolean end(Ending how, Runnable release) {
        return announcing(ifRunning(() -> settle(how)), release);
    }

    /** The same for a response that ran to its end. */
    boolean finish(Framing how, Runnable release) {
        boolean first = ifRunning(() -> {
            framing = how;
            if (how == Framing.COMPLETE) {
                trace.responseComplete();
            }
            settle(new Ending.Finished());
        });
        return announcing(first, release);
    }

    /** What the reader found after the wire had ended: it overrules how the wire ended. */
    void readerFound(Framing how, @Nullable Ending overruling) {
        lock.lock();
        try {
            framing = how;
            if (overruling != null) {
                ending = overruling;
                unread.clear();
                unreadBytes = 0;
            }
        } finally {
            lock.unlock();
        }
    }

    boolean awaitConnection() throws InterruptedException {
        return await(() -> connection != null) && ending() == null;
    }

    Optional<ResponseHead> awaitHead() throws InterruptedException {
        await(() -> head != null);
        return Optional.ofNullable(head);
    }

    /** Waits for bytes; null once the exchange has ended and everything was taken. */
    byte @Nullable [] take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (unread.isEmpty() && !announced) {
                changed.await();
            }
            byte[] next = unread.poll();
            unreadBytes -= next == null ? 0 : next.length;
            return next;
        } finally {
            lock.unlock();
        }
    }

    int unreadBytes() {
        lock.lock();
        try {
            return unreadBytes;
        } finally {
            lock.unlock();
        }
    }

    @Nullable
    Connection connection() {
        lock.lock();
        try {
            return connection;
        } finally {
            lock.unlock();
        }
    }

    @Nullable
    Ending ending() {
        lock.lock();
        try {
            return ending;
        } finally {
            lock.unlock();
        }
    }

    Framing framing() {
        lock.lock();
        try {
            return framing;
        } finally {
            lock.unlock();
        }
    }

    DeliveryEvidence evidence() {
        lock.lock();
        try {
            return trace.evidence();
        } finally {
            lock.unlock();
        }
    }

    private void settle(Ending how) {
        ending = how;
        trace.ended();
    }

    private boolean announcing(boolean first, Runnable release) {
        if (first) {
            try {
                release.run();
            } finally {
                announce();
            }
        }
        return first;
    }

    private void announce() {
        lock.lock();
        try {
            announced = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Wakes nobody by itself: the reader waits for a connection, a head, bytes or the announced end, and for nothing else. */
    private boolean ifRunning(Runnable change) {
        lock.lock();
        try {
            if (ending != null) {
                return false;
            }
            change.run();
            return true;
        } finally {
            lock.unlock();
        }
    }

    private boolean await(BooleanSupplier there) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!there.getAsBoolean() && !announced) {
                changed.await();
            }
            return there.getAsBoolean();
        } finally {
            lock.unlock();
        }
    }
}
