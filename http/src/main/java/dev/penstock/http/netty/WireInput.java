package dev.penstock.http.netty;

import java.io.InputStream;
import java.io.InterruptedIOException;
import org.jspecify.annotations.Nullable;

/** The body as it came over the wire, as a blocking stream for the decoders of the JDK. For the reader's thread. */
final class WireInput extends InputStream {

    private final ExchangeState state;
    private final Runnable refill;
    private byte[] part = new byte[0];
    private int at;
    private boolean anything;

    WireInput(ExchangeState state, Runnable refill) {
        this.state = state;
        this.refill = refill;
    }

    byte @Nullable [] next() throws InterruptedException {
        byte[] taken = state.take();
        refill.run();
        anything |= taken != null;
        return taken;
    }

    boolean broughtNothing() {
        return !anything;
    }

    @Override
    public int read() throws InterruptedIOException {
        return fill() ? part[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws InterruptedIOException {
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, part.length - at);
        System.arraycopy(part, at, target, offset, count);
        at += count;
        return count;
    }

    @Override
    public int available() {
        return part.length - at + state.unreadBytes();
    }

    private boolean fill() throws InterruptedIOException {
        if (at < part.length) {
            return true;
        }
        try {
            byte[] taken = next();
            part = taken == null ? new byte[0] : taken;
            at = 0;
            return taken != null;
        } catch (InterruptedException interrupted) {
            var wrapped = new InterruptedIOException();
            wrapped.initCause(interrupted);
            throw wrapped;
        }
    }
}
