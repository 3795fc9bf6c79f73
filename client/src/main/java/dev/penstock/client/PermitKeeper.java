package dev.penstock.client;

import dev.penstock.policy.admission.Limiter;
import dev.penstock.policy.admission.LimiterKey;
import dev.penstock.policy.admission.LimiterSnapshot;
import dev.penstock.policy.admission.Limiters;
import dev.penstock.policy.admission.PermitSupply;
import dev.penstock.store.PermitBlocks;
import dev.penstock.store.StoreException;
import dev.penstock.store.WorkerId;
import dev.penstock.time.Deadline;
import dev.penstock.time.Time;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Keeps this process's part of each account's permits, where several processes share them (design 9): leased from the
 * ledger by the block and handed out here, so that no call waits for the ledger. Where the ledger is away, a block runs
 * out and nothing is granted any more: closed, not open. One thread's own.
 */
final class PermitKeeper {

    private static final System.Logger LOG = System.getLogger(PermitKeeper.class.getName());

    /** What a limiter may use before its account's block is known. */
    static final PermitSupply NONE_YET = new PermitSupply(0, null);

    /** How often a block is renewed. */
    private static final long EVERY = Duration.ofSeconds(2).toNanos();

    /** How often it is looked whether some are to go back, or have not come that are this process's share. */
    private static final long LOOK = Duration.ofMillis(100).toNanos();

    /** How soon after a renewal a process whose callers wait asks whether its share has become larger. */
    private static final long WHILE_STARVING = Duration.ofMillis(200).toNanos();

    /** A block that nobody had a use for in so long goes back, until somebody has. */
    private static final long IDLE = Duration.ofMinutes(1).toNanos();

    /** After a renewal that failed, doubled with each that follows. */
    private static final long FIRST_BACKOFF = LOOK;

    private static final long LONGEST_BACKOFF = EVERY;

    private final PermitBlocks blocks;
    private final WorkerId worker;
    private final Limiters limiters;
    private final Unattended unattended;
    private final Function<LimiterKey, PermitBlocks.Terms> terms;
    private final Time time;
    private final Map<LimiterKey, Held> held = new HashMap<>();

    /** A block as this process knows it. */
    private static final class Held {
        private int usable;
        private Deadline usableUntil;
        private int owned;
        private int share;
        private int wanted;
        private int peak;
        private long granted;
        private long usedAt;
        private long renewedAt;
        private long notBefore;
        private long backoff;
        private boolean known;
        private boolean handedBack;

        Held(Time time) {
            this.usableUntil = Deadline.afterNanos(0, time.ticker());
            this.usedAt = time.ticker().nanos();
            this.notBefore = usedAt;
        }

        /** What was granted and has ended between two looks was a use as well. */
        void sees(LimiterSnapshot now, long tick) {
            if (now.demand() > 0 || now.granted() != granted) {
                usedAt = tick;
            }
            granted = now.granted();
            peak = Math.max(peak, now.demand());
        }

        /** While the ledger is away it keeps what it may still use. */
        boolean isIdle(long tick) {
            return tick - usedAt >= IDLE && (backoff == 0 || holding(0) == 0);
        }

        boolean hasRunOut() {
            return known && usableUntil.isExpired();
        }

        /** How many it may have charged: what is charged may be more than is usable, and has not come down yet. */
        int holding(int charged) {
            return Math.max(usableUntil.isExpired() ? 0 : usable, charged);
        }

        void renewed(PermitBlocks.Block given, int asked, long at) {
            usable = given.usable();
            owned = given.permits();
            share = given.share();
            wanted = asked;
            renewedAt = at;
            known = true;
            backoff = 0;
            handedBack = asked == 0 && owned == 0;
        }

        /** The ledger may have heard it all the same. */
        void failed(long tick) {
            handedBack = false;
            backoff = Math.clamp(2 * backoff, FIRST_BACKOFF, LONGEST_BACKOFF);
            notBefore = tick + backoff;
        }
    }

    /** A keeper that does nothing by itself. */
    PermitKeeper(
            PermitBlocks blocks,
            WorkerId worker,
            Limiters limiters,
            Function<LimiterKey, PermitBlocks.Terms> terms,
            Time time) {
        this.blocks = blocks;
        this.worker = worker;
        this.limiters = limiters;
        this.terms = terms;
        this.time = time;
        this.unattended = new Unattended("a block of permits", time);
    }

    /** Begins to keep blocks for every account that is asked for; hands them back when it is closed. */
    static Rounds start(
            PermitBlocks blocks,
            WorkerId worker,
            Limiters limiters,
            Function<LimiterKey, PermitBlocks.Terms> terms,
            Time time) {
        PermitKeeper keeper = new PermitKeeper(blocks, worker, limiters, terms, time);
        return Rounds.start("penstock-permits", time, LOOK, keeper::step, keeper::handBack);
    }

    /** Renews what is due, and what is too little. */
    void step() {
        limiters.accounts().forEach(key -> unattended.run(() -> look(key)));
    }

    /** Gives back what nothing runs on. */
    void handBack() {
        limiters.accounts().forEach(key -> unattended.run(() -> handBack(key)));
    }

    private void look(LimiterKey key) {
        Held block = held.computeIfAbsent(key, ignored -> new Held(time));
        Limiter limiter = limiters.ofAccount(key);
        LimiterSnapshot now = limiter.snapshot();
        long tick = time.ticker().nanos();
        block.sees(now, tick);
        if (tick - block.notBefore < 0) {
            return;
        }
        if (block.hasRunOut() && now.active() > 0) {
            // What may not be sent any more is about to be given back: told of, a ledger that moved would believe it.
            return;
        }
        if (block.isIdle(tick)) {
            if (!block.handedBack) {
                letGo(key, block, limiter);
            }
            return;
        }
        long since = tick - block.renewedAt;
        boolean isDue = !block.known || since >= EVERY;
        // One more than there was use for: the next call finds it here.
        int wanted = Math.min(block.peak + 1, limiter.allowed());
        boolean mayComeNow = block.usable < block.share || wanted > block.wanted || since >= WHILE_STARVING;
        boolean starves = now.waiting() > 0 && block.usable < limiter.allowed() && mayComeNow;
        // Others wait for it, and their turn may be over before this block is due.
        boolean isToGoBack = block.owned > Math.max(block.usable, now.charged());
        if (isDue || starves || isToGoBack) {
            if (isRenewed(key, block, limiter, wanted)) {
                limiter.supply(new PermitSupply(block.usable, block.usableUntil));
            }
            block.peak = now.demand();
        }
    }

    private void handBack(LimiterKey key) {
        Held block = held.get(key);
        if (block != null && !block.handedBack) {
            letGo(key, block, limiters.ofAccount(key));
        }
    }

    /** Nothing is granted any more, before the ledger hears of it; whoever comes now waits for a block as the first one did. */
    private void letGo(LimiterKey key, Held block, Limiter limiter) {
        limiter.supply(NONE_YET);
        block.usable = 0;
        boolean ignored = isRenewed(key, block, limiter, 0);
    }

    private boolean isRenewed(LimiterKey key, Held block, Limiter limiter, int wanted) {
        PermitBlocks.Terms term = terms.apply(key);
        int holding = block.holding(limiter.snapshot().charged());
        long before = time.ticker().nanos();
        try {
            PermitBlocks.Block given = blocks.refresh(
                    worker,
                    new PermitBlocks.Ask(
                            key.account().provider() + "/" + key.account().account(),
                            key.model(),
                            limiter.ceiling(),
                            holding,
                            wanted,
                            term));
            block.renewed(given, wanted, before);
            // Counted from before the question, so that the block never seems longer here than it is in the ledger.
            long spent = time.ticker().nanos() - before;
            block.usableUntil = Deadline.afterNanos(term.attempts().toNanos() - spent, time.ticker());
            return true;
        } catch (StoreException e) {
            LOG.log(System.Logger.Level.DEBUG, "a block of permits could not be renewed: {0}", e.kind());
            block.failed(time.ticker().nanos());
            return false;
        }
    }
}
