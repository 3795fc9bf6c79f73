package dev.penstock.client;

/**
 * The half of a trial that a call belongs to: a change of policy is tried on a share of the calls, and the rest is measured
 * beside it (R-PROOF-6). It names the call in its events and changes nothing about how it runs.
 */
public enum Variant {
    /** In no trial. */
    NONE,
    /** What holds without the change. */
    BASELINE,
    /** The change. */
    CANARY
}
