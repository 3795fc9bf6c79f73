package dev.penstock.it.simulate;

/** Ends a task of a process that crashed, at the point where it stood. Nothing that it still does can be seen outside. */
final class Vanished extends Error {

    private static final long serialVersionUID = 1;

    Vanished() {
        super("its process crashed", null, /* enableSuppression= */ false, /* writableStackTrace= */ false);
    }
}
