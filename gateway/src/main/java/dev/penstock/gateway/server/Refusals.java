package dev.penstock.gateway.server;

/** How a port words what the protocol itself refuses: an envelope on the API, a problem document elsewhere. */
@FunctionalInterface
public interface Refusals {

    /**
     * Words a refusal.
     *
     * @param status its status
     * @param code a stable code
     * @param message for people; holds nothing of the request
     * @return the reply
     */
    Reply refuse(int status, String code, String message);
}
