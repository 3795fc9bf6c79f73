package dev.penstock.cli.doctor;

/**
 * One thing that was looked at.
 *
 * @param level how it is
 * @param subject what was looked at
 * @param message how it is, and how to mend it where it is not well
 */
record Finding(Level level, String subject, String message) {

    /** How a thing is. */
    enum Level {
        /** As it should be. */
        OK,
        /** It works, and somebody should look at it. */
        WARN,
        /** A run would not work. */
        FAIL
    }

    static Finding ok(String subject, String message) {
        return new Finding(Level.OK, subject, message);
    }

    static Finding warn(String subject, String message) {
        return new Finding(Level.WARN, subject, message);
    }

    static Finding fail(String subject, String message) {
        return new Finding(Level.FAIL, subject, message);
    }
}
