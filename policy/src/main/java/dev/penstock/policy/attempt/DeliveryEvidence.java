package dev.penstock.policy.attempt;

/**
 * What is known of one send, and how (R-CLASS-1). Delivered by the transport, judged by nobody there.
 *
 * @param stage the last stage that was provably reached
 * @param requestBytes bytes of the request's body that were handed to the socket
 * @param responseBytes bytes of the response's body that arrived, as they came over the wire
 * @param connectionReused whether the connection had carried an exchange before
 * @param timings when the steps happened
 * @param how why it counts as not processed; {@link Proof#NONE} where nothing proves that
 */
public record DeliveryEvidence(
        DeliveryStage stage,
        long requestBytes,
        long responseBytes,
        boolean connectionReused,
        Timings timings,
        Proof how) {

    /** Evidence of an attempt for which nothing was tried. */
    public static final DeliveryEvidence NOTHING_TRIED =
            new DeliveryEvidence(DeliveryStage.NOT_STARTED, 0, 0, false, Timings.NONE, Proof.NO_REQUEST_BYTE);

    /**
     * Whether the provider provably did not process the send.
     *
     * @param rules what the provider's profile says about weaker proofs
     * @return true if it is safe to say NOT_SENT
     */
    public boolean provesNotSent(CodeRules rules) {
        return switch (how) {
            case NONE -> false;
            case NO_REQUEST_BYTE -> !stage.reached(DeliveryStage.REQUEST_STARTED);
            case REFUSED_STREAM, GOAWAY -> !stage.reached(DeliveryStage.RESPONSE_STARTED);
            case NOT_PROCESSABLE -> rules.notProcessableIsNotSent() && !stage.reached(DeliveryStage.REQUEST_COMPLETE);
        };
    }

    /**
     * The same evidence with the moment of the first output, which only the protocol's reader knows.
     *
     * @param nanos nanoseconds since the attempt began, or {@link Timings#NEVER}
     * @return a copy
     */
    public DeliveryEvidence withFirstOutput(long nanos) {
        return new DeliveryEvidence(
                stage, requestBytes, responseBytes, connectionReused, timings.withFirstOutput(nanos), how);
    }
}
