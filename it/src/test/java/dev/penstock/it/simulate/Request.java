package dev.penstock.it.simulate;

import org.jspecify.annotations.Nullable;

/** One request as the provider saw it, in virtual nanoseconds: a line of the log that everything is judged by. */
final class Request {

    static final long NEVER = Long.MAX_VALUE;

    private final String id;
    private final Asked asked;
    private final NodeProcess sender;
    private final long firstByteAt;
    private final long readAt;
    private final Script script;
    private long leftAt = NEVER;
    private long toldAt = NEVER;
    private @Nullable Attempted attempt;

    /**
     * The attempt in the ledger that the first byte was sent for.
     *
     * @param operation the operation
     * @param generation which of its generations
     * @param number the attempt's number
     */
    record Attempted(String operation, int generation, int number) {

        boolean isOf(String otherOperation, int otherGeneration) {
            return operation.equals(otherOperation) && generation == otherGeneration;
        }
    }

    /**
     * What its body asks for.
     *
     * @param key the name of the operation, as the body has it
     * @param otherwise whether it is what another caller under that key wants
     */
    record Asked(String key, boolean otherwise) {}

    Request(String id, Asked asked, NodeProcess sender, long firstByteAt, long readAt, Script script) {
        this.id = id;
        this.asked = asked;
        this.sender = sender;
        this.firstByteAt = firstByteAt;
        this.readAt = readAt;
        this.script = script;
    }

    String id() {
        return id;
    }

    String key() {
        return asked.key();
    }

    Asked asked() {
        return asked;
    }

    NodeProcess sender() {
        return sender;
    }

    long firstByteAt() {
        return firstByteAt;
    }

    Script script() {
        return script;
    }

    @Nullable
    Attempted attempt() {
        return attempt;
    }

    void belongsTo(Attempted value) {
        attempt = value;
    }

    /** The client closed the connection. */
    void left(long now) {
        leftAt = Math.min(leftAt, now);
    }

    /** The client has all of the answer. */
    void told(long now) {
        toldAt = Math.min(toldAt, now);
    }

    long toldAt() {
        return toldAt;
    }

    /** Whether the provider has all of the request. */
    boolean isRead() {
        return readAt != NEVER && leftAt > readAt;
    }

    long busyFrom() {
        return readAt;
    }

    /** Until when it takes a slot of the account: work goes on for a while after a client left. */
    long busyUntil(long abortHold) {
        long whole = Math.min(readAt + script.works(), toldAt);
        return leftAt == NEVER ? whole : Math.min(whole, leftAt + abortHold);
    }

    boolean isBusy(long when, long abortHold) {
        return isRead() && script.works() > 0 && busyFrom() <= when && busyUntil(abortHold) > when;
    }

    @Override
    public String toString() {
        return "%s of %s for %s (%s, read at %.6f, works %.6f, left at %.6f)"
                .formatted(
                        id,
                        sender,
                        key(),
                        script.kind(),
                        readAt == NEVER ? -1 : readAt / 1e9,
                        script.works() / 1e9,
                        leftAt == NEVER ? -1 : leftAt / 1e9);
    }
}
