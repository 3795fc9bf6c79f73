package dev.penstock.store.jdbc.postgres;

import dev.penstock.store.OperationId;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The operations that somebody waits for in another process, as far as this one heard of it. Bounded: what is forgotten is
 * found by looking. Thread-safe.
 */
final class Wanted {

    private static final int MOST = 10_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Set<String> operations = new LinkedHashSet<>();

    /** Somebody waits for it; if there are too many, the oldest is forgotten. */
    void add(String operation) {
        lock.lock();
        try {
            if (operations.add(operation) && operations.size() > MOST) {
                operations.remove(operations.iterator().next());
            }
        } finally {
            lock.unlock();
        }
    }

    /** Takes it off, and says whether somebody waited for it. */
    boolean take(OperationId operation) {
        lock.lock();
        try {
            return operations.remove(operation.value());
        } finally {
            lock.unlock();
        }
    }
}
