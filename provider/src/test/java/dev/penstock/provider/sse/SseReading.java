package dev.penstock.provider.sse;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;

/** Feeds a stream to a reader and keeps what it says: {@code name|data} per event. */
final class SseReading implements SseListener {

    final List<String> events = new ArrayList<>();
    final List<String> strays = new ArrayList<>();
    final SseReader reader;

    SseReading() {
        this(SseReader.DEFAULT_MAX_FRAME_BYTES);
    }

    SseReading(int maxFrameBytes) {
        reader = new SseReader(maxFrameBytes, this);
    }

    SseReading read(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        reader.accept(bytes, 0, bytes.length);
        return this;
    }

    SseReading read(byte[] bytes, int from, int to) {
        reader.accept(bytes, from, to - from);
        return this;
    }

    @Override
    public void event(SseEvent event) {
        events.add(event.name() + "|" + new String(event.data(), UTF_8));
    }

    @Override
    public void stray(byte[] bytes, int from, int to) {
        strays.add(new String(bytes, from, to - from, UTF_8));
    }
}
