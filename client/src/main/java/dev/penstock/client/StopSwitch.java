package dev.penstock.client;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells one operation's thread, wherever it blocks, that it has to stop. Any thread may turn it, and the strongest
 * reason wins. The hook is what the thread blocks in now: it is called once for each stronger reason, outside the lock,
 * and must not mind coming late.
 */
final class StopSwitch {

    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable Stop reason;
    private @Nullable Consumer<Stop> hook;

    /** The strongest reason so far; null while there is none. */
    @Nullable
    Stop reason() {
        return reason;
    }

    /** Gives a reason to stop; a weaker one than is known changes nothing. */
    void turn(Stop why) {
        Consumer<Stop> current;
        lock.lock();
        try {
            Stop known = reason;
            if (known != null && known.compareTo(why) >= 0) {
                return;
            }
            reason = why;
            current = hook;
        } finally {
            lock.unlock();
        }
        if (current != null) {
            current.accept(why);
        }
    }

    /** Sets what the thread blocks in from now on. If there is a reason already, the hook hears of it at once. */
    void hook(Consumer<Stop> blocking) {
        Stop known;
        lock.lock();
        try {
            hook = blocking;
            known = reason;
        } finally {
            lock.unlock();
        }
        if (known != null) {
            blocking.accept(known);
        }
    }

    /** The thread no longer blocks in the hook. */
    void unhook() {
        lock.lock();
        try {
            hook = null;
        } finally {
            lock.unlock();
        }
    }
}
