package dev.penstock.policy.admission;

/**
 * An account at a provider: what the provider limits and bills, whichever of its API keys is used (R-ADMIT-8, B074).
 *
 * @param provider the provider's name
 * @param account the operator's name for the account; never a credential
 */
public record AccountKey(String provider, String account) {

    /** Refuses empty names. */
    public AccountKey {
        if (provider.isEmpty() || account.isEmpty()) {
            throw new IllegalArgumentException("provider and account must have names");
        }
    }
}
