package dev.penstock.provider.completion;

import dev.penstock.policy.attempt.ResponseFacts;
import dev.penstock.provider.profile.ProviderProfile;
import dev.penstock.provider.request.Asked;

/**
 * Reads one response as it arrives and judges it (rows 5 to 25 as far as the answer decides them). Used by one thread
 * at a time: open, accept as often as bytes come, end if the transport ended, then judge and answer. It has no clock:
 * whoever feeds it runs the stream clocks and the grace on what {@link #accept} says.
 */
public interface ResponseReader {

    /**
     * The reader for a response.
     *
     * @param profile the provider's protocol
     * @param asked what the bytes that were sent ask for
     * @param head status and header fields
     * @param limits how much to read
     * @param sink who hears a stream's events
     * @return a reader at the start of the body
     */
    static ResponseReader open(
            ProviderProfile profile, Asked asked, ResponseHead head, ReaderLimits limits, ChunkSink sink) {
        return ResponseReaders.open(profile, asked, head, limits, sink);
    }

    /**
     * Reads the next bytes of the body. After the phase ENDED or TOO_LARGE they are only counted.
     *
     * @param bytes where they are; not kept
     * @param offset first index
     * @param length how many, may be 0
     * @return what they brought
     */
    Received accept(byte[] bytes, int offset, int length);

    /**
     * Tells that the body ended. Not called where we stopped reading ourselves.
     *
     * @param framingComplete whether HTTP's framing ended as it should; a body that ends by closing the connection
     *     counts as complete, since the protocol inside then decides (design 4)
     */
    void end(boolean framingComplete);

    /**
     * The classifier's input, from what has been read so far.
     *
     * @return the facts
     */
    ResponseFacts judge();

    /**
     * What has been read so far.
     *
     * @return the answer; its JSON is empty if there is none
     */
    Answer answer();
}
