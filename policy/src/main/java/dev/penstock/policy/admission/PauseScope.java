package dev.penstock.policy.admission;

import dev.penstock.policy.attempt.Verdict;

/** What a stop reaches: one credential, or a whole account (R-CLASS-3). */
public sealed interface PauseScope {

    /**
     * The account it belongs to.
     *
     * @return the account
     */
    AccountKey account();

    /**
     * One credential; others of the account go on.
     *
     * @param account its account
     * @param credential the operator's name for it
     */
    record OfCredential(AccountKey account, String credential) implements PauseScope {}

    /**
     * All credentials of an account.
     *
     * @param account the account
     */
    record OfAccount(AccountKey account) implements PauseScope {}

    /**
     * How far a stop reaches.
     *
     * @param what what has to be repaired
     * @param route the credential that was told so
     * @return the credential for a 401, the account for balance and quota
     */
    static PauseScope of(Verdict.Stop.What what, RouteCredential route) {
        return switch (what) {
            case CREDENTIAL -> new OfCredential(route.account(), route.credential());
            case BALANCE, QUOTA -> new OfAccount(route.account());
        };
    }
}
