package dev.penstock.simulator;

/** The simulator cannot start or do what it is told. The message names the cause and the mend. */
public final class SimulatorException extends RuntimeException {
    private static final long serialVersionUID = 1;

    SimulatorException(String message, Throwable cause) {
        super(message, cause);
    }
}
