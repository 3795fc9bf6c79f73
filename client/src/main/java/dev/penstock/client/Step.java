package dev.penstock.client;

import dev.penstock.policy.admission.Lane;

/** What one turn of an operation's loop leads to. */
sealed interface Step {

    /**
     * Wait, then try to launch.
     *
     * @param nanos how long
     * @param lane where the attempt waits for its permit
     */
    record Wait(long nanos, Lane lane) implements Step {}

    /** It has ended. */
    record Land(Flight.Outcome outcome) implements Step {}

    /** Somebody else moved it in the ledger: its key has to be looked up again. */
    record LookUp() implements Step {}
}
