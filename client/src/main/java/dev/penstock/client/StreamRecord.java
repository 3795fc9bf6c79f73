package dev.penstock.client;

import dev.penstock.provider.completion.StreamChunk;
import dev.penstock.store.Bytes;
import java.io.ByteArrayOutputStream;

/**
 * The events of one attempt's stream as they are kept: the provider's own bytes without comments, errors and frames that
 * cannot be read. The reader's own cap on a stream bounds it. Not thread-safe.
 */
final class StreamRecord {

    private final ByteArrayOutputStream events = new ByteArrayOutputStream(4 << 10);

    void take(StreamChunk chunk) {
        switch (chunk.kind()) {
            case OUTPUT, OTHER, USAGE, FINISH, DONE -> events.writeBytes(chunk.raw());
            case ERROR, UNREADABLE -> {}
        }
    }

    Bytes bytes() {
        return Bytes.wrap(events.toByteArray());
    }
}
