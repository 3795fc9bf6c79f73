package dev.penstock.simulator;

/** Who may control a simulator over HTTP. */
public enum ControlAccess {
    /** Nobody. */
    OFF,
    /** Programs on this machine. */
    LOOPBACK,
    /** Whoever can reach the port. */
    ANYWHERE
}
