package dev.penstock.simulator.script;

/**
 * What is done with a request: five parts that are chosen apart.
 *
 * @param reading how its body is read
 * @param reply what is answered
 * @param pace when
 * @param framing how it is put on the wire
 * @param ending how it ends
 */
public record Behaviour(Reading reading, Reply reply, Pace pace, Framing framing, Ending ending) {

    /** An answer derived from the request, at once, the usual way. */
    public static final Behaviour USUAL = new Behaviour(
            Reading.WHOLE, new Reply.Generated(Answer.DERIVED), Pace.AT_ONCE, Framing.USUAL, Ending.KEEP_OPEN);

    /**
     * Whether it says how to read the body, so that it has to be chosen by the head alone.
     *
     * @return true if the body is not simply read
     */
    public boolean concernsReading() {
        return !reading.equals(Reading.WHOLE);
    }

    /**
     * A builder that starts with the parts of this behaviour.
     *
     * @return the builder
     */
    public BehaviourBuilder toBuilder() {
        return new BehaviourBuilder(this);
    }
}
