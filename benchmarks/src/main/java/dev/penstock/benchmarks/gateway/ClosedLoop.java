package dev.penstock.benchmarks.gateway;

import dev.penstock.time.Ticker;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Callers that send their next request once they have their answer, over connections that stay: one thread for all. */
final class ClosedLoop {

    private final Ticker ticker;
    private final int port;
    private final byte[] request;
    private final int numberAt;
    private final Latencies latencies = new Latencies();
    private long number;

    /** One caller and what it has read of its answer. */
    private static final class Caller {
        private final SocketChannel channel;
        private final byte[] bytes = new byte[64 << 10];
        private int size;
        private long sentAt;

        private Caller(SocketChannel channel) {
            this.channel = channel;
        }
    }

    ClosedLoop(Ticker ticker, int port, byte[] request) {
        this.ticker = ticker;
        this.port = port;
        this.request = request.clone();
        this.numberAt = HttpMessage.find(request, 0, request.length, Exchanges.NUMBER);
        this.number = ticker.nanos() / 1_000 % 1_000_000 * 1_000;
    }

    /** Keeps this many callers busy for a span. */
    Latencies run(int callers, Duration span) throws IOException {
        try (Selector selector = Selector.open()) {
            long until = ticker.nanos() + span.toNanos();
            List<Caller> all = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                Caller caller =
                        new Caller(SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)));
                caller.channel.configureBlocking(false);
                caller.channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                caller.channel.register(selector, SelectionKey.OP_READ, caller);
                all.add(caller);
                send(caller);
            }
            while (ticker.nanos() < until) {
                selector.select(1_000);
                for (SelectionKey key : selector.selectedKeys()) {
                    read((Caller) Objects.requireNonNull(key.attachment()));
                }
                selector.selectedKeys().clear();
            }
            for (Caller caller : all) {
                caller.channel.close();
            }
        }
        return latencies;
    }

    private void read(Caller caller) throws IOException {
        int count = caller.channel.read(ByteBuffer.wrap(caller.bytes, caller.size, caller.bytes.length - caller.size));
        if (count < 0) {
            throw new EOFException("a server on port " + port + " closed a connection");
        }
        caller.size += count;
        if (HttpMessage.end(caller.bytes, caller.size) < 0) {
            return;
        }
        boolean good = caller.bytes[9] == '2';
        latencies.add(ticker.nanos() - caller.sentAt, good);
        caller.size = 0;
        send(caller);
    }

    private void send(Caller caller) throws IOException {
        if (numberAt >= 0) {
            long rest = ++number;
            for (int at = numberAt + Exchanges.NUMBER.length - 1; at >= numberAt; at--, rest /= 10) {
                request[at] = (byte) ('0' + rest % 10);
            }
        }
        caller.sentAt = ticker.nanos();
        if (caller.channel.write(ByteBuffer.wrap(request)) < request.length) {
            throw new IOException("a request did not fit the kernel's buffer");
        }
    }
}
