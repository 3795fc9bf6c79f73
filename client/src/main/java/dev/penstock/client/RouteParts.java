package dev.penstock.client;

import dev.penstock.policy.admission.EarliestRetry;
import dev.penstock.policy.admission.RouteCredential;
import dev.penstock.policy.pipeline.AttemptGate;

/**
 * What belongs to one route, as operations use it.
 *
 * @param route where it sends
 * @param credential the route's credential as pauses know it
 * @param sender how it sends
 * @param earliest the earliest next retry to the route's account
 * @param shared the limits behind its gates
 */
record RouteParts(Route route, RouteCredential credential, Sender sender, EarliestRetry earliest, SharedLimits shared) {

    /** What attempts on a canonical model of this route pass. */
    AttemptGate gate(String model) {
        return new AttemptGate(
                shared.limiters(), shared.breaker(route, model), shared.budget(route), shared.pauses(), credential);
    }
}
