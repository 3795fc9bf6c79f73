package dev.penstock.policy.admission;

/** Hears that a request has to wait for its permit, on the request's own thread, before that thread waits. */
@FunctionalInterface
public interface Queued {

    /**
     * The request stands in the queue. It keeps its place there, and may be granted, while this runs.
     *
     * @param waiting takes it back, and waits with it
     * @throws InterruptedException if the thread is interrupted; the request leaves the queue then
     */
    void waits(Waiting waiting) throws InterruptedException;
}
