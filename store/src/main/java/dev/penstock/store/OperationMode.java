package dev.penstock.store;

/** Whether somebody waits for an operation. */
public enum OperationMode {
    /** A caller waits; without one it is abandoned. */
    ATTACHED,
    /** Authorised to go on alone. */
    BACKGROUND
}
