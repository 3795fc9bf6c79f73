package dev.penstock.client;

import dev.penstock.client.CallEvent.Subject;
import dev.penstock.policy.admission.LimiterKey;
import dev.penstock.policy.pipeline.AttemptGate;
import dev.penstock.policy.retry.RetrySettings;
import dev.penstock.provider.request.ChatRequest;
import dev.penstock.provider.request.SentBody;
import dev.penstock.store.OperationMode;
import dev.penstock.time.Deadline;

/**
 * What is to be done for one call: everything about it that does not change while it is done.
 *
 * @param subject whose it is
 * @param call what the caller asked for
 * @param request the same, understood
 * @param sent the bytes that go upstream
 * @param model the model's canonical name
 * @param key whose permits it needs
 * @param gate what its attempts pass
 * @param retry how long and how often it is tried
 * @param deadline when it has to have ended, counted from its acceptance here
 */
record Operation(
        Subject subject,
        ChatCall call,
        ChatRequest request,
        SentBody sent,
        String model,
        LimiterKey key,
        AttemptGate gate,
        RetrySettings retry,
        Deadline deadline) {

    /** Whether it may go on with nobody waiting. */
    boolean isBackground() {
        return call.settings().mode() == OperationMode.BACKGROUND;
    }

    /** The same with another deadline: a reopened operation gets a new one. */
    Operation withDeadline(Deadline value) {
        return new Operation(subject, call, request, sent, model, key, gate, retry, value);
    }
}
