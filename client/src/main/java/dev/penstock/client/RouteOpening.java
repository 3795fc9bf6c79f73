package dev.penstock.client;

import dev.penstock.http.Transport;
import dev.penstock.policy.admission.RouteCredential;
import dev.penstock.policy.admission.RouteProbe;
import dev.penstock.provider.completion.ReaderLimits;
import dev.penstock.time.Time;

/**
 * Makes routes ready for use: each gets its sender, and its part of what is shared. Thread-safe.
 *
 * @param transport connections
 * @param shared the limits that all routes share
 * @param digests tells credentials apart
 * @param time time
 */
record RouteOpening(Transport transport, SharedLimits shared, Credentials digests, Time time) {

    /** Opens one route. A pause that another credential of this name caused has ended (design 6). */
    RouteParts open(Route route) {
        shared.know(route);
        RouteCredential credential = digests.identify(route);
        endRepairedPause(credential);
        Sender sender = new Sender(route, transport, ReaderLimits.defaults(), time);
        return new RouteParts(route, credential, sender, shared.earliest(route), shared);
    }

    private void endRepairedPause(RouteCredential credential) {
        if (shared.pauses().ask(credential) instanceof RouteProbe probe) {
            probe.giveBack();
        }
    }
}
