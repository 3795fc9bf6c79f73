package dev.penstock.client;

import dev.penstock.http.Credential;
import dev.penstock.policy.admission.AccountKey;
import dev.penstock.provider.profile.ProviderProfile;

/**
 * Where calls go: a provider, an account there and a credential of that account.
 *
 * @param name the route's name in records and messages
 * @param profile the provider's protocol and facts, its address included
 * @param account the name of what the provider limits; several credentials may belong to one account
 * @param credential what authorises the calls
 */
public record Route(String name, ProviderProfile profile, String account, Credential credential) {

    /**
     * A route to a provider with one account and one credential.
     *
     * @param profile the provider
     * @param credential what authorises the calls
     * @return a route that bears the provider's name
     */
    public static Route to(ProviderProfile profile, Credential credential) {
        return new Route(profile.name(), profile, profile.name(), credential);
    }

    /**
     * What the provider limits and bills.
     *
     * @return the provider and the account's name there
     */
    AccountKey accountKey() {
        return new AccountKey(profile.name(), account);
    }
}
