package dev.penstock.http;

import dev.penstock.policy.attempt.Ending.AbortCause;
import java.util.Optional;

/**
 * The last word before the first byte (design 8: later than {@code dispatch_by} nothing is sent). Asked on the event
 * loop, so it must not block; what it throws, {@link Exchange#send} throws, and nothing is sent.
 */
@FunctionalInterface
public interface SendGuard {

    /** Lets everything pass. */
    SendGuard OPEN = Optional::empty;

    /**
     * Whether the request may still go out.
     *
     * @return empty to send; else the cause with which the exchange ends at stage CONNECTED, nothing sent
     */
    Optional<AbortCause> refusal();
}
