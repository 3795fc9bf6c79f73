package dev.penstock.benchmarks.gateway;

import dev.penstock.time.Ticker;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Readers of streams, all open at once: one thread that notes when each event came. */
final class StreamLoad implements AutoCloseable {

    /** A gap between two events that a person sees. */
    private static final long STALL = Duration.ofMillis(100).toNanos();

    private static final byte[] LAST = HttpMessage.ascii("data: [done]");

    private final Ticker ticker;
    private final Selector selector;
    private final ByteBuffer buffer = ByteBuffer.allocate(64 << 10);
    private final List<Reader> readers = new ArrayList<>();
    private int ended;
    private int stalls;
    private long longest;

    /** One stream's reader. */
    private static final class Reader {
        private final SocketChannel channel;
        private byte last;
        private int events;
        private long lastAt;

        private Reader(SocketChannel channel) {
            this.channel = channel;
        }
    }

    /**
     * What was seen.
     *
     * @param whole streams that ended as they should, with every delta
     * @param stalls gaps of more than 100 ms between two events
     * @param longestMillis the longest gap
     */
    record Seen(int whole, int stalls, long longestMillis) {}

    StreamLoad(Ticker ticker) throws IOException {
        this.ticker = ticker;
        this.selector = Selector.open();
    }

    /** Begins streams, a little apart, as callers do. */
    void open(int count, int port, byte[] request) throws IOException {
        for (int i = 0; i < count; i++) {
            SocketChannel channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            channel.write(ByteBuffer.wrap(request));
            channel.configureBlocking(false);
            Reader reader = new Reader(channel);
            channel.register(selector, SelectionKey.OP_READ, reader);
            readers.add(reader);
            read(1);
        }
    }

    /** Reads until every stream has had so many events. */
    void awaitEvents(int events, Duration atMost) throws IOException {
        long until = ticker.nanos() + atMost.toNanos();
        while (readers.stream().anyMatch(reader -> reader.events < events) && ticker.nanos() < until) {
            read(50);
        }
    }

    /** Reads until every stream has ended. */
    Seen awaitEnd(Duration atMost) throws IOException {
        long until = ticker.nanos() + atMost.toNanos();
        while (ended < readers.size() && ticker.nanos() < until) {
            read(50);
        }
        int whole = (int) readers.stream()
                .filter(reader -> reader.events >= Exchanges.DELTAS)
                .count();
        return new Seen(Math.min(whole, ended), stalls, longest / 1_000_000);
    }

    @Override
    public void close() throws IOException {
        for (Reader reader : readers) {
            reader.channel.close();
        }
        selector.close();
    }

    private void read(int millis) throws IOException {
        selector.select(millis);
        for (SelectionKey key : selector.selectedKeys()) {
            read((Reader) Objects.requireNonNull(key.attachment()));
        }
        selector.selectedKeys().clear();
    }

    private void read(Reader reader) throws IOException {
        buffer.clear();
        int count = reader.channel.read(buffer);
        if (count < 0) {
            throw new EOFException("a stream was cut after " + reader.events + " events");
        }
        int before = reader.events;
        for (int i = 0; i < count; i++) {
            byte next = buffer.get(i);
            reader.events += next == '\n' && reader.last == '\n' ? 1 : 0;
            reader.last = next;
        }
        long now = ticker.nanos();
        if (before > 0 && reader.events > before) {
            stalls += now - reader.lastAt > STALL ? 1 : 0;
            longest = Math.max(longest, now - reader.lastAt);
        }
        reader.lastAt = reader.events > before ? now : reader.lastAt;
        ended += HttpMessage.find(buffer.array(), 0, count, LAST) >= 0 ? 1 : 0;
    }
}
