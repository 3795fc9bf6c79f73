package dev.penstock.queue;

/** A message that can never be an operation. Its text names what is at fault, and never holds a header's content. */
final class UnfitMessage extends Exception {

    private static final long serialVersionUID = 1;

    UnfitMessage(String reason) {
        super(reason, null, false, false);
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
