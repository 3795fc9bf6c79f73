package dev.penstock.gateway.chat;

import dev.penstock.client.CallSettings;
import java.time.Duration;

/**
 * How chat calls are answered. Immutable.
 *
 * @param calls how a call runs whose headers say nothing; its tenant is replaced by the caller's
 * @param buffered whether streams are held back until they are complete, where the caller does not say (design 12)
 * @param keepAlive how long a stream may be silent before a comment is written
 * @param nonstreamKeepAlive whether answers that are not streams are padded with blank lines while they are waited for
 */
public record ChatSettings(CallSettings calls, boolean buffered, Duration keepAlive, boolean nonstreamKeepAlive) {

    /** Checks the span. */
    public ChatSettings {
        if (!keepAlive.isPositive()) {
            throw new IllegalArgumentException("keep-alive must be positive, was " + keepAlive);
        }
    }

    /**
     * Attached calls, live streams, a comment every 15 s, no padding.
     *
     * @return the defaults
     */
    public static ChatSettings defaults() {
        return new ChatSettings(CallSettings.attached(), false, Duration.ofSeconds(15), false);
    }
}
