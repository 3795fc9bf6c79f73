package dev.penstock.http.netty;

import dev.penstock.policy.attempt.Ending;
import dev.penstock.policy.attempt.Ending.AbortCause;
import dev.penstock.policy.attempt.Ending.FailureKind;
import io.netty.handler.codec.PrematureChannelClosureException;
import io.netty.handler.codec.TooLongFrameException;
import java.io.IOException;
import javax.net.ssl.SSLException;

/** What an exception says about an exchange. Its message is never kept: it may hold bytes of the answer. */
final class Failures {

    static final Ending CLOSED = new Ending.Failed(FailureKind.CLOSED);
    static final Ending RESET = new Ending.Failed(FailureKind.RESET);
    static final Ending NOT_HTTP = new Ending.Failed(FailureKind.NOT_HTTP);

    private Failures() {}

    static Ending whileOpen(Throwable cause) {
        boolean brokenTls = cause instanceof SSLException || cause.getCause() instanceof SSLException;
        return cause instanceof IOException && !brokenTls ? RESET : CLOSED;
    }

    static Ending ofDecoder(Throwable cause) {
        if (cause instanceof PrematureChannelClosureException) {
            return CLOSED;
        }
        return cause instanceof TooLongFrameException ? new Ending.Aborted(AbortCause.TOO_LARGE) : NOT_HTTP;
    }
}
