package dev.penstock.provider.completion;

import dev.penstock.provider.sse.SseReader;

/**
 * How much of a response is read. All in bytes and above 0.
 *
 * @param maxFrameBytes the largest line or event of a stream; default 16 MiB (B017)
 * @param maxBodyBytes the largest JSON body, and the most that all events of a stream hold; default 64 MiB
 * @param maxPaddingBytes the most blank padding around a JSON body; default 1 MiB (B001)
 * @param maxErrorBytes how much of an error's body is read; default 64 KiB
 */
public record ReaderLimits(int maxFrameBytes, int maxBodyBytes, int maxPaddingBytes, int maxErrorBytes) {

    /** Checks that all are above 0. */
    public ReaderLimits {
        if (Math.min(Math.min(maxFrameBytes, maxBodyBytes), Math.min(maxPaddingBytes, maxErrorBytes)) < 1) {
            throw new IllegalArgumentException("every limit must be above 0");
        }
    }

    /**
     * The defaults.
     *
     * @return the limits that hold where nothing else is configured
     */
    public static ReaderLimits defaults() {
        return new ReaderLimits(SseReader.DEFAULT_MAX_FRAME_BYTES, 64 << 20, 1 << 20, 64 << 10);
    }
}
