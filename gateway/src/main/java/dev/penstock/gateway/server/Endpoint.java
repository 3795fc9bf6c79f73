package dev.penstock.gateway.server;

/**
 * One method on one path. Endpoints of the same path share it: another method is answered 405 with {@code Allow}.
 *
 * @param method GET, POST, …
 * @param path the path; a segment in braces stands for any one: {@code /v1/operations/{id}}
 * @param door who is let in, and what answers them
 */
public record Endpoint(String method, String path, Door door) {

    /**
     * An endpoint that lets everybody in.
     *
     * @param method GET, POST, …
     * @param path the path
     * @param handler what answers
     * @return the endpoint
     */
    public static Endpoint toAnybody(String method, String path, Handler handler) {
        return new Endpoint(method, path, head -> new Door.Open(handler));
    }

    /** What answers a request. Called on a virtual thread of its own, with the whole request; may block. */
    @FunctionalInterface
    public interface Handler {

        /**
         * Answers. An exception becomes a 500 without details.
         *
         * @param request the request
         * @return the response
         * @throws InterruptedException if the server stops
         */
        Reply handle(Request request) throws InterruptedException;
    }
}
