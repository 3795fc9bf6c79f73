package dev.penstock.client;

import dev.penstock.policy.admission.AccountKey;
import dev.penstock.policy.admission.PauseScope;
import dev.penstock.policy.admission.RouteCredential;
import dev.penstock.policy.attempt.Verdict;
import java.util.regex.Pattern;

/**
 * How pauses are named for people and in the ledger: "account:PROVIDER/ACCOUNT", "credential:PROVIDER/ACCOUNT/NAME". What a
 * part comes last in may contain "/"; in any other part it is written "%2F", and a "%" that would make one of these, "%25".
 */
final class Scopes {

    private static final String ACCOUNT = "account:";
    private static final String CREDENTIAL = "credential:";

    /** What stands for a "/" or for a "%". */
    private static final Pattern ESCAPE = Pattern.compile("%(2F|25)");

    private Scopes() {}

    static String name(RouteCredential credential, Verdict.Stop.What what) {
        return switch (what) {
            case BALANCE, QUOTA -> name(new PauseScope.OfAccount(credential.account()));
            case CREDENTIAL -> name(new PauseScope.OfCredential(credential.account(), credential.credential()));
        };
    }

    static String name(PauseScope scope) {
        return switch (scope) {
            case PauseScope.OfAccount account ->
                ACCOUNT + escaped(account.account().provider()) + "/"
                        + account.account().account();
            case PauseScope.OfCredential credential ->
                CREDENTIAL + escaped(credential.account().provider()) + "/"
                        + escaped(credential.account().account()) + "/" + credential.credential();
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
                return new PauseScope.OfAccount(new AccountKey(plain(parts[0]), parts[1]));
            }
        }
        if (name.startsWith(CREDENTIAL)) {
            String[] parts = name.substring(CREDENTIAL.length()).split("/", 3);
            if (parts.length == 3) {
                return new PauseScope.OfCredential(new AccountKey(plain(parts[0]), plain(parts[1])), parts[2]);
            }
        }
        throw new IllegalArgumentException(
                "a route's pause is named account:PROVIDER/ACCOUNT or credential:PROVIDER/ACCOUNT/NAME");
    }

    /** Names without a slash stay as they are, those apart that look escaped. */
    private static String escaped(String part) {
        return ESCAPE.matcher(part).replaceAll("%25$1").replace("/", "%2F");
    }

    private static String plain(String part) {
        return ESCAPE.matcher(part).replaceAll(match -> match.group(1).equals("2F") ? "/" : "%");
    }
}
