package dev.penstock.provider.completion;

/** How HTTP's framing of a body stands. */
enum Framing {
    /** The body goes on, or we stopped reading it. */
    OPEN,
    /** It ended as it should. */
    COMPLETE,
    /** It broke off. */
    CUT;

    static Framing ended(boolean complete) {
        return complete ? COMPLETE : CUT;
    }
}
