package dev.penstock.gateway.chat;

import dev.penstock.client.CallSettings;
import dev.penstock.gateway.api.CallDefaults;
import dev.penstock.gateway.api.CallPolicy;
import java.time.Duration;

/**
 * How chat calls are answered. Immutable.
 *
 * @param calls what holds for calls whose headers say nothing
 * @param keepAlive how long a stream may be silent before a comment is written
 * @param nonstreamKeepAlive whether answers that are not streams are padded with blank lines while they are waited for.
 *     Their status 200 is sent with the first blank line: a failure after it is the error's body, and then the connection
 *     breaks
 */
public record ChatSettings(CallPolicy calls, Duration keepAlive, boolean nonstreamKeepAlive) {

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
        return new ChatSettings(CallDefaults.of(CallSettings.attached()), Duration.ofSeconds(15), false);
    }
}
