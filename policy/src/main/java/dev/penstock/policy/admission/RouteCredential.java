package dev.penstock.policy.admission;

/**
 * The credential with which a route is called.
 *
 * @param account whose it is
 * @param credential the operator's name for it; never the secret
 * @param digest a keyed digest of the secret, by which a changed one is recognised; compared only, never shown
 */
public record RouteCredential(AccountKey account, String credential, String digest) {

    @Override
    public String toString() {
        return "RouteCredential[" + account + ", " + credential + "]";
    }
}
