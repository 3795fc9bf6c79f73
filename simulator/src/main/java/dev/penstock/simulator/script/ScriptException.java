package dev.penstock.simulator.script;

import java.nio.file.Path;

/** A script that cannot be read. The message names the place, what is wrong there, and what would be right. */
public final class ScriptException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int line;

    ScriptException(int line, String message) {
        super("line " + line + ": " + message);
        this.line = line;
    }

    ScriptException(String message, Throwable cause) {
        super(message, cause);
        this.line = 0;
    }

    ScriptException(Path file, ScriptException cause) {
        super(file + ", " + cause.getMessage(), cause);
        this.line = cause.line;
    }

    /**
     * Where it is.
     *
     * @return the line, from 1; 0 if the file could not be read at all
     */
    public int line() {
        return line;
    }
}
