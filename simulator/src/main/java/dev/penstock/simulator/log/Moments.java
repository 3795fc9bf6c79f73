package dev.penstock.simulator.log;

import org.jspecify.annotations.Nullable;

/**
 * When the steps of one request happened: microseconds on one monotonic clock, null for what has not happened.
 *
 * @param epochMs the wall clock at {@code acceptedAt}, milliseconds since the epoch
 * @param acceptedAt the first byte of the request was read
 * @param receivedAt the last byte of the request was read
 * @param answeredAt directly before the first byte of the answer is written; an interim 100 does not count
 * @param finishedAt directly before the last byte of the answer is written, or when the connection ended otherwise
 * @param workFinishedAt the provider stopped working on it; later than {@code finishedAt} where work goes on after the
 *     client left
 */
public record Moments(
        long epochMs,
        long acceptedAt,
        @Nullable Long receivedAt,
        @Nullable Long answeredAt,
        @Nullable Long finishedAt,
        @Nullable Long workFinishedAt) {}
