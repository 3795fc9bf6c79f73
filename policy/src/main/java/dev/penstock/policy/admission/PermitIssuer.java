package dev.penstock.policy.admission;

import dev.penstock.policy.classify.CapacityEffect;
import dev.penstock.time.Deadline;

/** Where a permit goes back to. Each method but the last is called at most once for one permit. */
interface PermitIssuer {

    void released(Permit permit, CapacityEffect effect);

    void aborted(Permit permit);

    void holdEnded(Permit permit);

    void extend(Permit permit, Deadline deadline);
}
