package dev.penstock.policy.admission;

import dev.penstock.policy.classify.CapacityEffect;
import dev.penstock.time.Deadline;

/** Where a permit goes back to. Each method about its end is called at most once for one permit. */
interface PermitIssuer {

    /** The ticker's reading. */
    long now();

    void released(Permit permit, CapacityEffect effect, long now);

    void aborted(Permit permit);

    void holdEnded(Permit permit);

    void extend(Permit permit, Deadline deadline);
}
