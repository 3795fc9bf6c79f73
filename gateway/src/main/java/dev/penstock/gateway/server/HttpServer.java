package dev.penstock.gateway.server;

import dev.penstock.store.Bytes;
import dev.penstock.time.Time;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpResponseEncoder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One listening port. Event loops move bytes; each request is served on a virtual thread of its own. Thread-safe. */
public final class HttpServer implements AutoCloseable {

    static final Framing.Fault TOO_LARGE =
            new Framing.Fault(413, "request_too_large", "the body is larger than this server takes");
    static final Framing.Fault NO_ROOM =
            new Framing.Fault(429, "admission_rejected", "too much is being received at once; try again in a moment");
    static final Framing.Fault TOO_SLOW =
            new Framing.Fault(408, "request_timeout", "the request did not arrive in time");

    private static final System.Logger LOG = System.getLogger(HttpServer.class.getName());

    private static final Framing.Fault FAILED =
            new Framing.Fault(500, "internal_error", "an error of our own; it has been logged");
    private static final Framing.Fault ENCODED =
            new Framing.Fault(415, "unsupported_media_type", "send the body without a Content-Encoding");

    /** What a slow reader can hold back in this process, beside the kernel's buffer. */
    private static final WriteBufferWaterMark WRITE_BUFFER = new WriteBufferWaterMark(16 << 10, 32 << 10);

    private static final int KERNEL_WRITE_BUFFER = 256 << 10;
    private static final int BACKLOG = 1_024;

    /** How many of the largest bodies may be held while they are being received. */
    private static final int BODIES = 8;

    private static final Duration SWEEP = Duration.ofSeconds(1);

    private final ServerSettings settings;
    private final Service service;
    private final Refusals refusals;
    private final Time time;
    private final Responses responses;
    private final RequestIds ids;
    private final BodyRoom room;
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private final AtomicInteger serving = new AtomicInteger();
    private volatile @Nullable Channel listener;
    private volatile boolean draining;
    private volatile boolean closed;

    private HttpServer(ServerSettings settings, Service service, Refusals refusals, ServerParts parts) {
        this.settings = settings;
        this.service = service;
        this.refusals = refusals;
        this.time = parts.time();
        this.ids = new RequestIds(parts.random());
        this.room = new BodyRoom((long) BODIES * settings.maxBodyBytes());
        this.responses = new Responses(time.wall().instant());
    }

    /**
     * Starts to listen.
     *
     * @param settings address and limits
     * @param service what the port offers
     * @param refusals how it words what the protocol refuses
     * @param parts what it shares with others
     * @return the server
     * @throws UncheckedIOException if the address cannot be listened on
     */
    public static HttpServer start(ServerSettings settings, Service service, Refusals refusals, ServerParts parts) {
        HttpServer server = new HttpServer(settings, service, refusals, parts);
        server.listen(parts.loops());
        server.sweepLater();
        return server;
    }

    /**
     * The port it listens on.
     *
     * @return its number
     */
    public int port() {
        Channel channel = listener;
        return channel == null ? 0 : ((InetSocketAddress) channel.localAddress()).getPort();
    }

    /**
     * How many connections are open.
     *
     * @return their number
     */
    public int connections() {
        return connections.size();
    }

    /**
     * How many requests are being answered.
     *
     * @return their number
     */
    public int requests() {
        return serving.get();
    }

    /** Tells every client with its answer to come back on another connection. Still listens. */
    public void drain() {
        draining = true;
    }

    /** Stops to listen and ends every connection at once, whatever is still to be written. */
    @Override
    public void close() {
        draining = true;
        closed = true;
        Channel channel = listener;
        if (channel != null) {
            channel.close().awaitUninterruptibly();
        }
        connections.forEach(Connection::abort);
    }

    ServerSettings settings() {
        return settings;
    }

    BodyRoom room() {
        return room;
    }

    RequestIds ids() {
        return ids;
    }

    Responses responses() {
        return responses;
    }

    boolean isDraining() {
        return draining;
    }

    long now() {
        return time.ticker().nanos();
    }

    Reply refuse(Framing.Fault fault) {
        return refusals.refuse(fault.status(), fault.code(), fault.message());
    }

    /** Whether there is room for one more connection. */
    boolean opened(Connection connection) {
        if (closed || connections.size() >= settings.maxConnections()) {
            return false;
        }
        connections.add(connection);
        return true;
    }

    void closed(Connection connection) {
        connections.remove(connection);
    }

    Opening open(RequestHead head) {
        if (head.isEncoded()) {
            return new Opening.Refused(refuse(ENCODED));
        }
        try {
            return service.open(head);
        } catch (RuntimeException e) {
            failed(e);
            return new Opening.Refused(refuse(FAILED));
        }
    }

    void serve(Exchange exchange, Opening.Course course, Bytes body) {
        serving.incrementAndGet();
        Thread.ofVirtual().name("penstock-request").start(() -> {
            try {
                course.run(exchange, body);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException | Error e) {
                failed(e);
            } finally {
                if (exchange.hasBegun() && !exchange.isAnswered()) {
                    exchange.cut();
                } else if (!exchange.isAnswered()) {
                    exchange.reply(refuse(FAILED));
                }
            }
        });
    }

    void served() {
        serving.decrementAndGet();
    }

    private void listen(EventLoops loops) {
        ChannelFuture bound = new ServerBootstrap()
                .group(loops.group())
                .channel(loops.channel())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.SO_SNDBUF, KERNEL_WRITE_BUFFER)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WRITE_BUFFER)
                .childHandler(new Pipeline())
                .bind(new InetSocketAddress(settings.host(), settings.port()))
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new UncheckedIOException(
                    new IOException("cannot listen on " + settings.host() + ":" + settings.port(), bound.cause()));
        }
        listener = bound.channel();
    }

    private void sweepLater() {
        time.timers().after(sweepEvery(settings).toNanos(), () -> {
            if (!closed) {
                sweep();
                sweepLater();
            }
        });
    }

    private void sweep() {
        responses.tick(time.wall().instant());
        long now = now();
        connections.forEach(connection -> connection.sweep(now));
    }

    /** Often enough for the shortest limit, and at most once a second. */
    private static Duration sweepEvery(ServerSettings settings) {
        return Stream.of(settings.idle(), settings.receive(), settings.writeStall())
                .map(limit -> limit.dividedBy(4))
                .reduce(SWEEP, (a, b) -> a.compareTo(b) <= 0 ? a : b);
    }

    private static void failed(Throwable thrown) {
        LOG.log(
                System.Logger.Level.WARNING,
                "a request failed: {0}",
                thrown.getClass().getName());
    }

    private final class Pipeline extends ChannelInitializer<SocketChannel> {
        @Override
        protected void initChannel(SocketChannel channel) {
            Connection connection = new Connection(HttpServer.this, channel);
            channel.pipeline()
                    .addLast(connection.meter())
                    .addLast(new StrictDecoder(settings.maxHeaderBytes()))
                    .addLast(new HttpResponseEncoder())
                    .addLast(connection);
        }
    }
}
