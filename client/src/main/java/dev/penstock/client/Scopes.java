package dev.penstock.client;

import dev.penstock.policy.admission.AccountKey;
import dev.penstock.policy.admission.PauseScope;
import dev.penstock.policy.admission.RouteCredential;
import dev.penstock.policy.attempt.Verdict;

/** How pauses are named for people and in the ledger: "account:PROVIDER/ACCOUNT", "credential:PROVIDER/ACCOUNT/NAME". */
final class Scopes {

    private static final String ACCOUNT = "account:";
    private static final String CREDENTIAL = "credential:";

    private Scopes() {}

    static String name(RouteCredential credential, Verdict.Stop.What what) {
        return switch (what) {
            case BALANCE, QUOTA -> name(new PauseScope.OfAccount(credential.account()));
            case CREDENTIAL -> name(new PauseScope.OfCredential(credential.account(), credential.credential()));
        };
    }

    static String name(PauseScope scope) {
        return switch (scope) {
            case PauseScope.OfAccount account -> ACCOUNT + text(account.account());
            case PauseScope.OfCredential credential ->
                CREDENTIAL + text(credential.account()) + "/" + credential.credential();
        };
    }

    /**
     * Reads a name.
     *
     * @throws IllegalArgumentException if it is not one
     */
    static PauseScope parse(String name) {
        if (name.startsWith(ACCOUNT)) {
            String[] parts = name.substring(ACCOUNT.length()).split("/", 2);
            if (parts.length == 2) {
                return new PauseScope.OfAccount(new AccountKey(parts[0], parts[1]));
            }
        }
        if (name.startsWith(CREDENTIAL)) {
            String[] parts = name.substring(CREDENTIAL.length()).split("/", 3);
            if (parts.length == 3) {
                return new PauseScope.OfCredential(new AccountKey(parts[0], parts[1]), parts[2]);
            }
        }
        throw new IllegalArgumentException(
                "a route's pause is named account:PROVIDER/ACCOUNT or credential:PROVIDER/ACCOUNT/NAME");
    }

    private static String text(AccountKey account) {
        return account.provider() + "/" + account.account();
    }
}
