package dev.penstock.store;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.policy.attempt.DeliveryEvidence;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * How an attempt ended, as its row keeps it.
 *
 * @param category what it means for a later send
 * @param verdict the verdict in words, for people: "transient(server)"
 * @param row which row of the classification table decided
 * @param charged whether it counts against the attempts (design 4)
 * @param evidence how far the send got
 * @param status the HTTP status, empty if none came
 * @param errorCode the provider's error code or type, null if none
 * @param providerRequestId the provider's own id of the request or the answer, null if it gave none (R-PRIVACY-1)
 * @param usage what it used
 */
public record AttemptOutcome(
        AttemptCategory category,
        String verdict,
        int row,
        boolean charged,
        DeliveryEvidence evidence,
        OptionalInt status,
        @Nullable String errorCode,
        @Nullable String providerRequestId,
        UsageSummary usage) {}
