package dev.penstock.provider.completion;

import dev.penstock.policy.attempt.Completion;
import dev.penstock.policy.attempt.ResponseFacts;
import dev.penstock.provider.completion.Received.Phase;
import java.util.Set;

/** Passes over the body of a 200 that is not the protocol by its head: a login page, another type, an unknown coding. */
final class ForeignReader implements ResponseReader {

    private final String what;
    private final int maxBytes;
    private long bytes;
    private Framing framing = Framing.OPEN;

    ForeignReader(String what, ReaderLimits limits) {
        this.what = what;
        this.maxBytes = limits.maxPaddingBytes();
    }

    @Override
    public Received accept(byte[] source, int offset, int length) {
        bytes += length;
        return new Received(false, bytes > maxBytes ? Phase.TOO_LARGE : Phase.OPEN);
    }

    @Override
    public void end(boolean framingComplete) {
        framing = Framing.ended(framingComplete);
    }

    @Override
    public ResponseFacts judge() {
        boolean whole = framing == Framing.COMPLETE || bytes > maxBytes;
        return AnswerDecoding.facts(whole ? new Completion.NotTheProtocol(what) : new Completion.Partial(false));
    }

    @Override
    public Answer answer() {
        return new Answer(new AnswerBuilder(), new byte[0], true, Set.of(AnswerFlag.MISSING_USAGE));
    }
}
