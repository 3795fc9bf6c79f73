package dev.penstock.policy.admission;

import org.jspecify.annotations.Nullable;

/**
 * What one {@link Limiter} limits: an account and a canonical model, and a user where the provider limits users too
 * (B074). A credential is no part of it, so that changing a key resets no count.
 *
 * @param account the account
 * @param model the canonical model, aliases resolved
 * @param user the request's user id where the profile says that it is limited apart; "" is the one user of all requests
 *     without an id; null where users are not limited apart
 */
public record LimiterKey(
        AccountKey account, String model, @Nullable String user) {

    /** Refuses an empty model. */
    public LimiterKey {
        if (model.isEmpty()) {
            throw new IllegalArgumentException("model must have a name");
        }
    }

    /**
     * The key of a model whose users share one limit.
     *
     * @param account the account
     * @param model the canonical model
     * @return the key
     */
    public static LimiterKey of(AccountKey account, String model) {
        return new LimiterKey(account, model, null);
    }

    /**
     * The key of one user of this model.
     *
     * @param id the request's user id; null and "" are the same user, as DeepSeek counts them
     * @return the key
     */
    public LimiterKey forUser(@Nullable String id) {
        return new LimiterKey(account, model, id == null ? "" : id);
    }

    /**
     * The key of this model over all users.
     *
     * @return this key, or the one without its user
     */
    public LimiterKey overAllUsers() {
        return user == null ? this : new LimiterKey(account, model, null);
    }
}
