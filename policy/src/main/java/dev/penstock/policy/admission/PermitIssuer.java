package dev.penstock.policy.admission;

/** Where a permit goes back to. Each method is called at most once for one permit. */
interface PermitIssuer {

    void released(Permit permit, CapacityEffect effect);

    void aborted(Permit permit);

    void holdEnded(Permit permit);
}
