package dev.penstock.client;

import dev.penstock.policy.attempt.AttemptFacts;
import dev.penstock.provider.completion.Answer;
import org.jspecify.annotations.Nullable;

/**
 * What one attempt brought.
 *
 * @param facts the classifier's input
 * @param answer what was read of an answer; null if no status line came
 * @param providerRequestId the provider's own id of the request, null if it gave none
 * @param body what was read, as it may be kept: the provider's own bytes where they are a whole answer, else without the
 *     key that it may repeat; the events of a stream where the caller asked for one; null if nothing was
 * @param thrown what code of ours threw, null for nothing
 */
record AttemptReport(
        AttemptFacts facts,
        @Nullable Answer answer,
        @Nullable String providerRequestId,
        @Nullable KeptBody body,
        @Nullable Throwable thrown) {}
