package dev.penstock.simulator.script;

/** A script that cannot be read. The message names the place, what is wrong there, and what would be right. */
public final class ScriptException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int line;

    ScriptException(int line, String message) {
        super("line " + line + ": " + message);
        this.line = line;
    }

    /**
     * Where it is.
     *
     * @return the line, from 1
     */
    public int line() {
        return line;
    }
}
