package dev.penstock.store;

import java.time.Duration;

/**
 * The blocks of an account's permits that processes lease (design 9, R-ADMIT-8, B073). A block belongs to its worker until
 * every attempt that may have been started under it has ended: a dead worker's permits are kept back for as long, not only
 * until its lease ends. All blocks together never hold more than the limit, whatever crashes, pauses or is said twice.
 * Thread-safe.
 */
public interface PermitBlocks {

    /**
     * Renews a worker's block, hands back what it does not hold any more, and gives it its fair share of what is free.
     *
     * @param worker whose block
     * @param ask what it holds and wants
     * @return the block as it stands now
     * @throws StoreException if the store cannot be asked; the block then stays as it was
     */
    Block refresh(WorkerId worker, Ask ask);

    /**
     * What a worker says about its block.
     *
     * @param account the provider's account
     * @param model the model, under its canonical name
     * @param limit the account's limit as the worker knows it, 1 or more
     * @param holding how many permits the worker may have charged until it hears the answer, 0 or more: more than it was
     *     given is never believed
     * @param wanted how many it could use, 0 or more
     * @param terms how long what it starts may last
     */
    record Ask(String account, String model, int limit, int holding, int wanted, Terms terms) {

        /** Checks the numbers. */
        public Ask {
            if (limit < 1 || holding < 0 || wanted < 0) {
                throw new IllegalArgumentException(
                        "limit must be at least 1, the others not negative: " + limit + ", " + holding + ", " + wanted);
            }
        }
    }

    /**
     * How long a block is kept back.
     *
     * @param attempts how long after a refresh an attempt under the block may last; positive
     * @param abortHold how long the provider may go on after an attempt was broken off; 0 or more
     */
    record Terms(Duration attempts, Duration abortHold) {

        /** Checks the spans. */
        public Terms {
            if (!attempts.isPositive() || abortHold.isNegative()) {
                throw new IllegalArgumentException("attempts take time, and a hold is not negative");
            }
        }
    }

    /**
     * A block.
     *
     * @param permits how many permits belong to the worker now
     * @param share how many it is to come down to, if that is less: others wait for them
     */
    record Block(int permits, int share) {

        /** How many may be charged from now on. */
        public int usable() {
            return Math.min(permits, share);
        }
    }
}
