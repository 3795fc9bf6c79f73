package dev.penstock.http;

import dev.penstock.time.Deadline;
import java.time.Duration;

/**
 * The limits on silence (design 5, R-STREAM-1). Each is positive; {@link #OFF} switches one off. While bytes lie unread
 * because the reader is slow, none of them fires: the silence would be ours.
 *
 * @param transportIdle the longest time without any byte
 * @param keepAlivesDocumented whether the provider says that it sends keep-alives: then the transport-idle clock runs
 *     from the end of the request, otherwise from the first byte of the response
 * @param beforeFirstProgress the longest time from the end of the request to the first output
 * @param progressIdle the longest time between two pieces of output
 */
public record StreamClocks(
        Duration transportIdle, boolean keepAlivesDocumented, Duration beforeFirstProgress, Duration progressIdle) {

    /** Switches a clock off. */
    public static final Duration OFF = Deadline.LONGEST;

    /** Checks that every limit is positive. */
    public StreamClocks {
        Checks.positive(transportIdle, "transport idle");
        Checks.positive(beforeFirstProgress, "before first progress");
        Checks.positive(progressIdle, "progress idle");
    }

    /**
     * For a stream: 60 s without a byte, 630 s to the first output, 120 s between outputs. DeepSeek documents a wait of
     * up to ten minutes before inference; 630 s is that and a margin (api-docs.deepseek.com, "Rate Limit").
     *
     * @param keepAlivesDocumented whether the provider says that it sends keep-alives
     * @return the defaults of a stream
     */
    public static StreamClocks streaming(boolean keepAlivesDocumented) {
        return new StreamClocks(
                Duration.ofSeconds(60), keepAlivesDocumented, Duration.ofSeconds(630), Duration.ofSeconds(120));
    }

    /**
     * For an answer in one piece, which knows no progress: 60 s without a byte.
     *
     * @param keepAlivesDocumented whether the provider says that it sends keep-alives
     * @return the defaults of an answer in one piece
     */
    public static StreamClocks wholeAnswer(boolean keepAlivesDocumented) {
        return new StreamClocks(Duration.ofSeconds(60), keepAlivesDocumented, OFF, OFF);
    }

    /**
     * No limit on silence: the deadline and the attempt's cap alone.
     *
     * @return clocks that are all off
     */
    public static StreamClocks off() {
        return new StreamClocks(OFF, false, OFF, OFF);
    }
}
