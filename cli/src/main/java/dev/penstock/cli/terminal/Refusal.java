package dev.penstock.cli.terminal;

/** Something that the user has to mend. The message is one line: what is wrong, and how to mend it. */
public final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final ExitCode exitCode;

    /**
     * A refusal before any work began.
     *
     * @param message cause and mend
     */
    public Refusal(String message) {
        this(ExitCode.REFUSED, message);
    }

    /**
     * A refusal.
     *
     * @param exitCode what the shell is told
     * @param message cause and mend
     */
    public Refusal(ExitCode exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /**
     * What the shell is told.
     *
     * @return the code
     */
    public ExitCode exitCode() {
        return exitCode;
    }
}
