package dev.penstock.gateway.chat;

import dev.penstock.store.Bytes;
import dev.penstock.store.Tenant;
import dev.penstock.time.Ticker;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Recognises a client's own retry that does not say so: the same tenant's same body within 30 s of a failure of ours
 * (design 12). Holds digests, never bodies, and not many. Thread-safe.
 */
final class RecentFailures {

    private static final long REMEMBERED = Duration.ofSeconds(30).toNanos();
    private static final int MOST = 10_000;

    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Failure> oldestFirst = new ArrayDeque<>();
    private final Map<Request, Long> latest = new HashMap<>();
    private volatile boolean any;

    private record Request(Tenant tenant, Bytes digest) {}

    private record Failure(Request request, long at) {}

    RecentFailures(Ticker ticker) {
        this.ticker = ticker;
    }

    /** Remembers that a request was answered with a failure of ours. */
    void add(Tenant tenant, Bytes body) {
        Request request = new Request(tenant, digest(body));
        long now = ticker.nanos();
        lock.lock();
        try {
            forget(now);
            if (oldestFirst.size() == MOST) {
                remove(oldestFirst.remove());
            }
            oldestFirst.add(new Failure(request, now));
            latest.put(request, now);
            any = true;
        } finally {
            lock.unlock();
        }
    }

    /** Forgets a request that has been answered since. Costs nothing while nothing has failed. */
    void remove(Tenant tenant, Bytes body) {
        if (any) {
            Request request = new Request(tenant, digest(body));
            lock.lock();
            try {
                latest.remove(request);
            } finally {
                lock.unlock();
            }
        }
    }

    /** Whether a request repeats one that failed a moment ago. Costs nothing while nothing has failed. */
    boolean isRepeat(Tenant tenant, Bytes body) {
        if (!any) {
            return false;
        }
        Request request = new Request(tenant, digest(body));
        long now = ticker.nanos();
        lock.lock();
        try {
            forget(now);
            return latest.containsKey(request);
        } finally {
            lock.unlock();
        }
    }

    private void forget(long now) {
        while (!oldestFirst.isEmpty() && now - oldestFirst.peek().at() > REMEMBERED) {
            remove(oldestFirst.remove());
        }
        any = !oldestFirst.isEmpty();
    }

    private void remove(Failure failure) {
        latest.remove(failure.request(), failure.at());
    }

    private static Bytes digest(Bytes body) {
        try {
            return Bytes.wrap(MessageDigest.getInstance("SHA-256").digest(body.unsafeArray()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
