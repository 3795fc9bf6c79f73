package dev.penstock.policy.admission;

/**
 * Who asks for a permit, and for what. An immutable value that one operation may use for all its attempts.
 *
 * @param tenant whose turn it takes; tenants go round-robin (R-TENANT-1)
 * @param priority interactive or background
 * @param lane original or retry
 * @param estimatedTokens tokens that the attempt is expected to use, for pacing; 0 where nobody estimates
 * @param patient whether it waits however long the prediction is, as lines of a batch do (design 13); it still expires
 */
public record PermitRequest(String tenant, Priority priority, Lane lane, long estimatedTokens, boolean patient) {

    /** Refuses a negative estimate. */
    public PermitRequest {
        if (estimatedTokens < 0) {
            throw new IllegalArgumentException("estimatedTokens must not be negative, was " + estimatedTokens);
        }
    }

    /**
     * An original attempt that may be refused at the door.
     *
     * @param tenant whose it is
     * @param priority interactive or background
     * @return the request
     */
    public static PermitRequest original(String tenant, Priority priority) {
        return new PermitRequest(tenant, priority, Lane.ORIGINAL, 0, false);
    }

    /**
     * The same for a later attempt.
     *
     * @return a request in the retry lane
     */
    public PermitRequest asRetry() {
        return new PermitRequest(tenant, priority, Lane.RETRY, estimatedTokens, patient);
    }

    /**
     * The same for work that is never refused at the door.
     *
     * @return a patient request
     */
    public PermitRequest asPatient() {
        return new PermitRequest(tenant, priority, lane, estimatedTokens, true);
    }

    /**
     * The same with an estimate.
     *
     * @param tokens prompt and expected output together
     * @return a request that pacing can weigh
     */
    public PermitRequest withEstimatedTokens(long tokens) {
        return new PermitRequest(tenant, priority, lane, tokens, patient);
    }
}
