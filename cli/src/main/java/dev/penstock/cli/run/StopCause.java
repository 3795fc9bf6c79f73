package dev.penstock.cli.run;

import dev.penstock.cli.terminal.ExitCode;

/** What ended a run before its input did. */
sealed interface StopCause {

    /** What the shell is told. */
    ExitCode exitCode();

    /** What the user is told: cause and mend. */
    String message();

    /** Somebody asked for it: Ctrl-C, a closed terminal, a plain kill. */
    record Asked() implements StopCause {
        @Override
        public ExitCode exitCode() {
            return ExitCode.WORK_LEFT;
        }

        @Override
        public String message() {
            return "stopped as asked; the same command goes on where this run ends";
        }
    }

    /**
     * The provider refused credential, balance or quota. Nothing has failed: what was not sent waits.
     *
     * @param scope what is paused
     * @param what what has to be mended
     */
    record RouteStopped(String scope, String what) implements StopCause {
        @Override
        public ExitCode exitCode() {
            return ExitCode.STOPPED;
        }

        @Override
        public String message() {
            String mend = switch (what) {
                case "credential" -> "the provider refused the API key. Set a valid one";
                case "balance" -> "the account's balance is used up. Top it up";
                default -> "the account's quota is used up. Raise it or wait for its renewal";
            };
            return mend + ", then run the same command again; no line has failed (paused: " + scope + ")";
        }
    }

    /**
     * The probe met a model that the provider does not know.
     *
     * @param status the provider's status
     * @param code its code, "" if it gave none
     */
    record UnknownModel(int status, String code) implements StopCause {
        @Override
        public ExitCode exitCode() {
            return ExitCode.REFUSED;
        }

        @Override
        public String message() {
            return "the first request was answered with status " + status + (code.isEmpty() ? "" : " (" + code + ")")
                    + ": the provider does not know its model or address. Mend 'model' or --base-url, then run the same"
                    + " command with --retry-failed; nothing else was sent";
        }
    }

    /**
     * The store, the output or the input cannot be used any further.
     *
     * @param message cause and mend
     */
    record Broken(String message) implements StopCause {
        @Override
        public ExitCode exitCode() {
            return ExitCode.WORK_LEFT;
        }
    }
}
