package dev.penstock.cli.terminal;

/** What a command tells the shell: design 13. Where several apply, the first of the order below is taken. */
public enum ExitCode {
    /** Refused before work began: usage, configuration, or the probe met an unknown model. */
    REFUSED(2),
    /** Stopped by credential, balance or quota. */
    STOPPED(3),
    /** Work is left: Ctrl-C, a full disk, a failure of the store, lines that may not be tried again yet. */
    WORK_LEFT(4),
    /** Something failed or is unknown. */
    SOME_FAILED(1),
    /** Everything succeeded. */
    DONE(0);

    private final int value;

    ExitCode(int value) {
        this.value = value;
    }

    /**
     * The number.
     *
     * @return 0 to 4
     */
    public int value() {
        return value;
    }
}
