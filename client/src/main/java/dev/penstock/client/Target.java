package dev.penstock.client;

import dev.penstock.policy.admission.LimiterKey;
import dev.penstock.policy.pipeline.AttemptGate;
import dev.penstock.policy.retry.RetrySettings;
import dev.penstock.provider.request.BodyEdits;

/**
 * One place where an operation's attempts can go.
 *
 * @param at the route
 * @param model the model's canonical name there
 * @param key whose permits an attempt needs
 * @param gate what it passes
 * @param edits what is changed in the caller's body
 * @param retry how long an attempt may take there, and how often the operation is tried in all
 */
record Target(RouteParts at, String model, LimiterKey key, AttemptGate gate, BodyEdits edits, RetrySettings retry) {

    CallEvent.Place place() {
        return new CallEvent.Place(at.route().profile().name(), routeName(), model);
    }

    /** The route's name, as records and callers know it. */
    String routeName() {
        return at.route().name();
    }
}
