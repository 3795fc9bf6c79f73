package dev.penstock.http;

import dev.penstock.policy.attempt.DeliveryEvidence;
import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.Ending.AbortCause;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One send and its answer, at most one request on the wire. The blocking methods belong to one thread; everything else
 * may be called from any.
 *
 * <p>An exchange ends once: by the response's end, a failure, or an abort. What had arrived before the end can still be
 * read after it.
 */
public interface Exchange extends AutoCloseable {

    /**
     * Brings a connection to hand, from the pool or a new one, without a byte of the request. Optional: {@link #send}
     * does it where it was not done. A pooled connection with a readable byte or an end of stream is dropped here.
     *
     * @return false if the exchange has ended instead
     * @throws InterruptedException if the thread is interrupted; the exchange goes on until it is closed
     */
    boolean connect() throws InterruptedException;

    /**
     * Sends the request and waits for the head of its response, interim ones (1xx) left out.
     *
     * @param guard asked directly before the first byte is handed over
     * @return the head; empty if the exchange ended without one, see {@link #ending()}
     * @throws InterruptedException if the thread is interrupted; the exchange goes on until it is closed
     * @throws IllegalStateException if it was called before
     */
    Optional<ResponseHead> send(SendGuard guard) throws InterruptedException;

    /**
     * Waits for the next bytes of the body, decoded where the {@linkplain ResponseHead#coding() coding} is known.
     *
     * @return at least one byte; null once the exchange has ended and everything was read
     * @throws InterruptedException if the thread is interrupted; the exchange goes on until it is closed
     */
    byte @Nullable [] read() throws InterruptedException;

    /**
     * Says that output came: content, reasoning, refusal or a tool call's fragment. Ends the before-first-progress clock
     * and re-arms the progress-idle one (R-STREAM-1).
     */
    void progress();

    /**
     * Says that what arrived is being handed on and nothing is read meanwhile. The clocks on the provider's silence stand
     * still until {@link #resume()}; the deadline and the attempt's end do not (R-STREAM-1). Pausing again does nothing.
     */
    void pause();

    /** Says that reading goes on. What had passed of the clocks before the pause counts, the pause does not. */
    void resume();

    /**
     * Says that the protocol inside is complete, whatever the connection does afterwards (B021). The exchange ends as
     * finished unless it ended before; the rest of the body is drained for a moment so that the connection can be used
     * again, else the connection is closed.
     */
    void complete();

    /**
     * Ends the exchange, closes its connection and wakes whoever is blocked in it.
     *
     * @param cause why
     * @return whether this call ended it
     */
    boolean abort(AbortCause cause);

    /**
     * How it ended.
     *
     * @return the ending; empty while it runs
     */
    Optional<Ending> ending();

    /**
     * How far it got. Frozen once the exchange has ended.
     *
     * @return the evidence as of now
     */
    DeliveryEvidence evidence();

    /**
     * What HTTP says of the body's end.
     *
     * @return {@link Framing#INCOMPLETE} until the end was seen
     */
    Framing framing();

    /** Ends the exchange as cancelled if it still runs. Closing again does nothing. */
    @Override
    void close();
}
