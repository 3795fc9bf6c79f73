package dev.penstock.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The pauses of routes, seen by every process and after a restart (design 6). Thread-safe. */
public interface RoutePauseRows {

    /**
     * Every pause that holds.
     *
     * @return the rows
     */
    List<Row> all();

    /**
     * Begins or renews a pause.
     *
     * @param row the pause
     */
    void put(Row row);

    /**
     * Ends a pause. Background work that waits for the end of a pause becomes due a second later, when every process has
     * seen it: what still finds its route paused goes back.
     *
     * @param scope what was paused
     * @return whether there was one
     */
    boolean remove(String scope);

    /**
     * One pause.
     *
     * @param scope what is paused: "account:PROVIDER/ACCOUNT" or "credential:PROVIDER/ACCOUNT/NAME"
     * @param what what has to be repaired: "balance", "quota" or "credential"
     * @param since epoch milliseconds
     * @param nextProbeAt epoch milliseconds
     * @param credentialDigest keyed digest of the credential that was refused; null for an account
     * @param lastError the provider's code, null if it gave none
     */
    record Row(
            String scope,
            String what,
            long since,
            long nextProbeAt,
            @Nullable String credentialDigest,
            @Nullable String lastError) {}
}
