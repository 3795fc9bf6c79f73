package dev.penstock.provider.completion;

import dev.penstock.policy.attempt.ResponseFacts;
import dev.penstock.policy.attempt.RetryHints;
import dev.penstock.provider.completion.Received.Phase;
import dev.penstock.provider.text.ByteBuilder;
import java.util.Set;

/** Reads the body of a status other than 200 as far as its bound, for what it says about the error (row 11). */
final class ErrorReader implements ResponseReader {

    private final int status;
    private final RetryHints hints;
    private final int maxBytes;
    private final ByteBuilder body = new ByteBuilder();

    ErrorReader(int status, RetryHints hints, ReaderLimits limits) {
        this.status = status;
        this.hints = hints;
        this.maxBytes = limits.maxErrorBytes();
    }

    @Override
    public Received accept(byte[] bytes, int offset, int length) {
        body.append(bytes, offset, offset + Math.min(length, maxBytes - body.length()));
        return new Received(false, body.length() == maxBytes ? Phase.ENDED : Phase.OPEN);
    }

    @Override
    public void end(boolean framingComplete) {
        // The status decides, whole body or not.
    }

    @Override
    public ResponseFacts judge() {
        return new ResponseFacts(status, ErrorBody.read(body.toByteArray()), null, hints);
    }

    @Override
    public Answer answer() {
        return new Answer(new AnswerBuilder(), body.toByteArray(), true, Set.of(AnswerFlag.MISSING_USAGE));
    }
}
