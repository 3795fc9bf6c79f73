package dev.penstock.policy.admission;

import dev.penstock.policy.classify.CapacityEffect;
import dev.penstock.time.Deadline;
import dev.penstock.time.Ticker;
import dev.penstock.time.Time;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The limiters of one process, one per {@link LimiterKey}, made when first asked for (B074). Where users are limited
 * apart, an attempt needs the user's permit and the account's; the two end together. Idle limiters of users are given up
 * when there are many, so that ids a caller may choose do not fill the memory.
 *
 * <p>Thread-safe.
 */
public final class Limiters {

    private static final int MANY_USERS = 10_000;

    private final Function<LimiterKey, LimiterSettings> settings;
    private final Time time;
    private final PermitSupply first;
    private final ConcurrentHashMap<LimiterKey, Limiter> accounts = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<LimiterKey, Limiter> users = new ConcurrentHashMap<>();
    private volatile long sweepAt = MANY_USERS;

    /**
     * No limiters yet.
     *
     * @param settings what holds for a key, with or without a user; asked when a limiter is made, and for its ceiling when
     *     those are taken anew
     * @param time given to every limiter
     */
    public Limiters(Function<LimiterKey, LimiterSettings> settings, Time time) {
        this(settings, time, PermitSupply.UNBOUNDED);
    }

    /**
     * No limiters yet.
     *
     * @param settings what holds for a key, with or without a user; asked once per limiter
     * @param time given to every limiter
     * @param first what a new limiter of an account may use, until it is told otherwise
     */
    public Limiters(Function<LimiterKey, LimiterSettings> settings, Time time, PermitSupply first) {
        this.settings = settings;
        this.time = time;
        this.first = first;
    }

    /**
     * Asks for a permit, as {@link Limiter#acquire} does, of the user first where the key names one.
     *
     * @param key account and model, and the user where users are limited apart
     * @param request who asks, and for what
     * @param deadline when the operation has to have ended
     * @param onQueued told on this thread each time the request has to wait
     * @return a {@link Permit}, which the caller has to give back, or why there is none
     * @throws InterruptedException if the thread is interrupted while it waits; nothing is charged then
     */
    public PermitDecision acquire(LimiterKey key, PermitRequest request, Deadline deadline, Queued onQueued)
            throws InterruptedException {
        if (key.user() == null) {
            return ofAccount(key).acquire(request, deadline, onQueued);
        }
        return switch (acquireOfUser(key, request, deadline, onQueued)) {
            case Refused refused -> refused;
            case Permit ofUser -> {
                PermitDecision decision = null;
                try {
                    decision = ofAccount(key).acquire(request, deadline, onQueued);
                } finally {
                    if (!(decision instanceof Permit)) {
                        ofUser.release(CapacityEffect.UNUSED);
                    }
                }
                yield decision instanceof Permit permit ? permit.with(ofUser) : decision;
            }
        };
    }

    /**
     * The limiter of an account and model, over all users.
     *
     * @param key any key of that account and model
     * @return always the same one
     */
    public Limiter ofAccount(LimiterKey key) {
        return made(accounts, key.overAllUsers(), first);
    }

    /**
     * Asks for the settings of every limiter anew, and takes the ceilings of their limits over. Permits that are out stay
     * out. Nothing else of a limiter that was made changes.
     */
    public void takeCeilings() {
        accounts.forEach(
                (key, limiter) -> limiter.ceiling(settings.apply(key).limit().ceiling()));
        users.forEach(
                (key, limiter) -> limiter.ceiling(settings.apply(key).limit().ceiling()));
    }

    /**
     * What the limiters measure time with.
     *
     * @return the ticker
     */
    public Ticker ticker() {
        return time.ticker();
    }

    /**
     * The accounts and models that have been asked for.
     *
     * @return a copy of their keys, without users
     */
    public Set<LimiterKey> accounts() {
        return Set.copyOf(accounts.keySet());
    }

    /**
     * What the limiters of accounts look like.
     *
     * @return a copy, without those of users
     */
    public Map<LimiterKey, LimiterSnapshot> snapshot() {
        Map<LimiterKey, LimiterSnapshot> seen = new HashMap<>();
        accounts.forEach((key, limiter) -> seen.put(key, limiter.snapshot()));
        return seen;
    }

    /** How many limiters of users are kept. */
    int users() {
        return users.size();
    }

    private PermitDecision acquireOfUser(LimiterKey key, PermitRequest request, Deadline deadline, Queued onQueued)
            throws InterruptedException {
        PermitDecision decision = null;
        while (decision == null) {
            Limiter limiter = made(users, key, PermitSupply.UNBOUNDED);
            decision = limiter.acquireUnlessRetired(request, deadline, onQueued);
            if (decision == null) {
                users.remove(key, limiter);
            }
        }
        if (users.size() > sweepAt) {
            sweep();
        }
        return decision;
    }

    /** The rivals are requests of idle users: whoever finds its limiter retired makes a new one. */
    private void sweep() {
        users.forEach((key, limiter) -> {
            if (limiter.retire()) {
                users.remove(key, limiter);
            }
        });
        sweepAt = Math.max(MANY_USERS, 2L * users.size());
    }

    private Limiter made(ConcurrentHashMap<LimiterKey, Limiter> among, LimiterKey key, PermitSupply supply) {
        Limiter known = among.get(key);
        return known != null ? known : among.computeIfAbsent(key, k -> new Limiter(settings.apply(k), time, supply));
    }
}
