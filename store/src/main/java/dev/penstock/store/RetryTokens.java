package dev.penstock.store;

import dev.penstock.policy.retry.LeasedTokens;
import dev.penstock.policy.retry.RetryBudgetSettings;
import java.time.Duration;

/**
 * The retry tokens of accounts, whose processes share one allowance (design 5 and 9, R-BUDGET-3). The bucket of an account
 * is here; processes lease tokens of it by the block. What all of them hold and what is in the bucket is never more than
 * the capacity. A block ends when its process does not renew it: its tokens are lost, and come back by the floor and by
 * deposits alone. Thread-safe.
 */
public interface RetryTokens {

    /**
     * Renews a worker's block: puts what it gives back and what its originals earned into the account's bucket, and gives it
     * what it lacks of its part, as far as the bucket holds that.
     *
     * @param worker whose block
     * @param ask what it holds
     * @return the block as it stands now
     * @throws StoreException if the store cannot be asked; the block then stays as it was
     */
    Block renew(WorkerId worker, Ask ask);

    /**
     * Gives a worker's block back: what it still holds and what its originals earned go into the account's bucket.
     *
     * @param worker whose block
     * @param ask what it gives back; it is to hold nothing any more
     * @throws StoreException if the store cannot be asked; the block then ends with its time
     */
    void leave(WorkerId worker, Ask ask);

    /**
     * What a worker says about its block.
     *
     * @param account the provider's account
     * @param allowance what the account's processes share, as the worker knows it
     * @param standing what it holds; more than it was given is never believed
     * @param lasting how long the block lasts without another renewal; positive
     */
    record Ask(String account, RetryBudgetSettings allowance, LeasedTokens.Standing standing, Duration lasting) {

        /** Checks the span. */
        public Ask {
            if (!lasting.isPositive()) {
                throw new IllegalArgumentException("a block lasts for some time, not " + lasting);
            }
        }
    }

    /**
     * A block.
     *
     * @param more tokens beside those that were held; below 0 where some of these were not the worker's any more
     * @param keep how many the worker is to keep at most when it renews its block again
     */
    record Block(int more, int keep) {}
}
