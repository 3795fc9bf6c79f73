package dev.penstock.gateway.server;

import dev.penstock.store.Bytes;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/** A request's body as it arrives. It grows with what came, never with what was announced. */
final class BodyBuffer implements AutoCloseable {

    private static final int FIRST = 4 << 10;
    private static final byte[] NOTHING = {};

    private final int most;
    private final BodyRoom room;
    private byte[] bytes = NOTHING;
    private int size;
    private boolean closed;

    /** What became of a part. */
    enum Taken {
        TAKEN,
        TOO_LARGE,
        NO_ROOM
    }

    BodyBuffer(int most, BodyRoom room) {
        this.most = most;
        this.room = room;
    }

    Taken take(ByteBuf part) {
        int length = part.readableBytes();
        if (length > most - size) {
            return Taken.TOO_LARGE;
        }
        if (!room.take(length)) {
            return Taken.NO_ROOM;
        }
        if (length > bytes.length - size) {
            int doubled = (int) Math.min(most, Math.max(FIRST, 2L * bytes.length));
            // One part that fills an empty buffer is most often the whole body.
            bytes = Arrays.copyOf(bytes, size == 0 ? length : Math.max(doubled, size + length));
        }
        part.readBytes(bytes, size, length);
        size += length;
        return Taken.TAKEN;
    }

    Bytes toBytes() {
        return Bytes.wrap(size == bytes.length ? bytes : Arrays.copyOf(bytes, size));
    }

    /** Gives its room back. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            room.give(size);
        }
    }
}
