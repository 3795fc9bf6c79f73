package dev.penstock.gateway.server;

import dev.penstock.store.Bytes;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/** A request's body as it arrives. It grows with what came, never with what was announced. */
final class BodyBuffer {

    private static final int FIRST = 4 << 10;
    private static final byte[] NOTHING = {};

    private final int most;
    private byte[] bytes = NOTHING;
    private int size;

    BodyBuffer(int most) {
        this.most = most;
    }

    /** Takes a part; false if the body has become longer than allowed. */
    boolean take(ByteBuf part) {
        int length = part.readableBytes();
        if (length > most - size) {
            return false;
        }
        if (length > bytes.length - size) {
            int doubled = (int) Math.min(most, Math.max(FIRST, 2L * bytes.length));
            // One part that fills an empty buffer is most often the whole body.
            bytes = Arrays.copyOf(bytes, size == 0 ? length : Math.max(doubled, size + length));
        }
        part.readBytes(bytes, size, length);
        size += length;
        return true;
    }

    Bytes toBytes() {
        return Bytes.wrap(size == bytes.length ? bytes : Arrays.copyOf(bytes, size));
    }
}
