package dev.penstock.client;

import dev.penstock.client.CallEvent.Subject;
import dev.penstock.policy.retry.RetrySettings;
import dev.penstock.provider.request.ChatRequest;
import dev.penstock.store.OperationMode;
import dev.penstock.time.Deadline;
import java.util.List;

/**
 * What is to be done for one call: everything about it that does not change while it is done.
 *
 * @param subject whose it is
 * @param call what the caller asked for
 * @param request the same, understood
 * @param targets where its attempts can go, the primary first; at least one
 * @param retry how long and how often it is tried
 * @param deadline when it has to have ended, counted from its acceptance here
 * @param answerBy until when this caller waits
 */
record Operation(
        Subject subject,
        ChatCall call,
        ChatRequest request,
        List<Target> targets,
        RetrySettings retry,
        Deadline deadline,
        Deadline answerBy) {

    /** Whether it may go on with nobody waiting: it is background work, or becomes that at its caller's deadline. */
    boolean isBackground() {
        return !isAttached() || isContinued();
    }

    /** Whether it goes on alone once its caller's time is over. */
    boolean isContinued() {
        return call.settings().caller().onDeadline() == OnDeadline.CONTINUE;
    }

    /** As what it is recorded. */
    OperationMode mode() {
        return isBackground() ? OperationMode.BACKGROUND : OperationMode.ATTACHED;
    }

    /** Who made the call. */
    RepeatedBy repeatedBy() {
        return call.settings().caller().repeatedBy();
    }

    /** Whether a caller waits for it, at first. */
    boolean isAttached() {
        return call.settings().mode() == OperationMode.ATTACHED;
    }

    /** Where its attempts go first. */
    Target primary() {
        return targets.getFirst();
    }

    /** The same with another deadline: a reopened operation gets a new one. */
    Operation withDeadline(Deadline value) {
        return new Operation(subject, call, request, targets, retry, value, answerBy);
    }
}
