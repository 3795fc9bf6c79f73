package dev.penstock.benchmarks.gateway;

import dev.penstock.time.Ticker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A provider that costs as little as it can: one thread, one fixed answer at once, or a stream of {@link Exchanges#DELTAS}
 * deltas at one pace.
 */
final class FixedUpstream implements AutoCloseable {

    private static final byte[] STREAM = HttpMessage.ascii("\"stream\":true");

    private final ServerSocketChannel listener;
    private final Selector selector;
    private final Ticker ticker;
    private final ByteBuffer answer = ByteBuffer.wrap(Exchanges.answer());
    private final ByteBuffer head = ByteBuffer.wrap(Exchanges.streamHead());
    private final ByteBuffer delta = ByteBuffer.wrap(Exchanges.delta());
    private final ByteBuffer end = ByteBuffer.wrap(Exchanges.streamEnd());
    private final Deque<Stream> soonestFirst = new ArrayDeque<>();
    private volatile long pace;

    /** One stream that is being told. */
    private record Stream(SocketChannel channel, long due, int left) {}

    /** What one connection has sent. */
    private static final class Received {
        private final byte[] bytes = new byte[64 << 10];
        private int size;
    }

    FixedUpstream(Ticker ticker) throws IOException {
        this.ticker = ticker;
        this.selector = Selector.open();
        this.listener = ServerSocketChannel.open();
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 4096);
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT);
        Thread.ofPlatform().name("upstream").daemon().start(this::run);
    }

    int port() throws IOException {
        return ((InetSocketAddress) listener.getLocalAddress()).getPort();
    }

    /** How long streams that begin from now on wait between two deltas; all that run have the same pace. */
    void pace(long nanos) {
        pace = nanos;
    }

    @Override
    public void close() throws IOException {
        selector.close();
        listener.close();
    }

    private void run() {
        try {
            while (selector.isOpen()) {
                selector.select(this::ready, millisToNext());
                tell();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ClosedSelectorException closed) {
            soonestFirst.clear();
        }
    }

    private long millisToNext() {
        Stream next = soonestFirst.peek();
        return next == null ? 0 : Math.max(1, (next.due() - ticker.nanos()) / 1_000_000);
    }

    private void ready(SelectionKey key) {
        try {
            if (key.isAcceptable()) {
                SocketChannel channel = listener.accept();
                channel.configureBlocking(false);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                channel.register(selector, SelectionKey.OP_READ, new Received());
            } else {
                read((SocketChannel) key.channel(), (Received) Objects.requireNonNull(key.attachment()));
            }
        } catch (IOException e) {
            drop((SocketChannel) key.channel());
        }
    }

    private void read(SocketChannel channel, Received received) throws IOException {
        int count = channel.read(ByteBuffer.wrap(received.bytes, received.size, received.bytes.length - received.size));
        if (count < 0) {
            channel.close();
            return;
        }
        received.size += count;
        if (HttpMessage.end(received.bytes, received.size) < 0) {
            return;
        }
        boolean stream = HttpMessage.find(received.bytes, 0, received.size, STREAM) >= 0;
        received.size = 0;
        if (stream) {
            channel.write(head.duplicate());
            soonestFirst.add(new Stream(channel, ticker.nanos() + pace, Exchanges.DELTAS));
        } else {
            channel.write(answer.duplicate());
        }
    }

    private void tell() {
        long now = ticker.nanos();
        while (true) {
            @Nullable Stream next = soonestFirst.peek();
            if (next == null || next.due() > now) {
                return;
            }
            soonestFirst.remove();
            try {
                next.channel().write(next.left() == 0 ? end.duplicate() : delta.duplicate());
                if (next.left() > 0) {
                    soonestFirst.add(new Stream(next.channel(), next.due() + pace, next.left() - 1));
                }
            } catch (IOException gone) {
                drop(next.channel());
            }
        }
    }

    private static void drop(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
