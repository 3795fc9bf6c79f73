package dev.penstock.client;

import dev.penstock.policy.admission.AccountKey;
import dev.penstock.policy.retry.LeasedTokens;
import dev.penstock.store.RetryTokens;
import dev.penstock.store.StoreException;
import dev.penstock.store.WorkerId;
import dev.penstock.time.Deadline;
import dev.penstock.time.Time;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Keeps this process's part of each account's retry budget, where several processes share it (R-BUDGET-3): leased from the
 * ledger by the block and handed out here, so that no call waits for the ledger. Where the ledger is away, a block runs out
 * and nothing is retried any more: closed, not open. One thread's own.
 */
final class TokenKeeper {

    private static final System.Logger LOG = System.getLogger(TokenKeeper.class.getName());

    /** How often a block is renewed. */
    private static final long EVERY = Duration.ofSeconds(2).toNanos();

    /** How often it is looked whether a retry found no token, and a new block too. */
    private static final long LOOK = Duration.ofMillis(200).toNanos();

    /** How soon after a renewal one that found none asks again. */
    private static final long WHILE_WANTING = Duration.ofMillis(500).toNanos();

    /** How long a block lasts without a renewal. */
    static final Duration LASTING = Duration.ofSeconds(15);

    private final RetryTokens tokens;
    private final WorkerId worker;
    private final SharedLimits limits;
    private final Time time;
    private final Unattended unattended;
    private final Map<AccountKey, Held> held = new HashMap<>();

    /** A block as this process knows it: how much of it may be kept, and when it was renewed. */
    private record Held(int keep, long renewedAt) {}

    /** A keeper that does nothing by itself. */
    TokenKeeper(RetryTokens tokens, WorkerId worker, SharedLimits limits, Time time) {
        this.tokens = tokens;
        this.worker = worker;
        this.limits = limits;
        this.time = time;
        this.unattended = new Unattended("a block of retry tokens", time);
    }

    /** Begins to keep blocks for every account that a route leads to; hands them back when it is closed. */
    static Rounds start(RetryTokens tokens, WorkerId worker, SharedLimits limits, Time time) {
        TokenKeeper keeper = new TokenKeeper(tokens, worker, limits, time);
        return Rounds.start("penstock-tokens", time, LOOK, keeper::step, keeper::handBack);
    }

    /** Renews what is due, and what a retry found empty. */
    void step() {
        limits.leasedTokens().forEach((account, budget) -> unattended.run(() -> look(account, budget)));
    }

    private void look(AccountKey account, LeasedTokens budget) {
        Held block = held.get(account);
        long since = block == null ? EVERY : time.ticker().nanos() - block.renewedAt();
        if (since >= EVERY || (budget.isWanting() && since >= WHILE_WANTING)) {
            renew(account, budget, block == null ? 0 : block.keep());
        }
    }

    /** Gives everything back. */
    void handBack() {
        limits.leasedTokens().forEach((account, budget) -> {
            if (held.remove(account) != null) {
                try {
                    tokens.leave(worker, ask(account, budget.stand(0)));
                } catch (StoreException e) {
                    LOG.log(System.Logger.Level.DEBUG, "a block of retry tokens was not given back: {0}", e.kind());
                }
            }
        });
    }

    private void renew(AccountKey account, LeasedTokens budget, int keep) {
        RetryTokens.Ask ask = ask(account, budget.stand(keep));
        long before = time.ticker().nanos();
        try {
            RetryTokens.Block given = tokens.renew(worker, ask);
            // Counted from before the question, so that the block never seems longer here than it is in the ledger.
            long spent = time.ticker().nanos() - before;
            budget.renew(given.more(), Deadline.afterNanos(LASTING.toNanos() - spent, time.ticker()));
            held.put(account, new Held(given.keep(), before));
        } catch (StoreException e) {
            LOG.log(System.Logger.Level.DEBUG, "a block of retry tokens could not be renewed: {0}", e.kind());
        }
    }

    private RetryTokens.Ask ask(AccountKey account, LeasedTokens.Standing standing) {
        return new RetryTokens.Ask(account.provider() + "/" + account.account(), limits.allowance(), standing, LASTING);
    }
}
