package dev.penstock.http.netty;

import dev.penstock.http.Exchange;
import dev.penstock.http.ExchangeLimits;
import dev.penstock.http.Transport;
import dev.penstock.http.TransportConfig;
import dev.penstock.http.TransportRequest;
import dev.penstock.http.TransportStats;
import dev.penstock.policy.attempt.Ending.AbortCause;
import dev.penstock.time.Time;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The {@link Transport} of production. */
public final class NettyTransport implements Transport {

    private final TransportConfig config;
    private final Time time;
    private final EventLoopGroup loops;
    private final Connector connector;
    private final ConnectionPool pool;
    private final Set<HttpExchange> running = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /**
     * Starts a transport on the platform's name resolution.
     *
     * @param config how it connects
     * @param time the clock and the timers behind every limit
     */
    public NettyTransport(TransportConfig config, Time time) {
        this(config, time, InetAddress::getAllByName);
    }

    NettyTransport(TransportConfig config, Time time, NameResolver names) {
        this.config = config;
        this.time = time;
        this.loops = new MultiThreadIoEventLoopGroup(
                config.eventLoops(), new DefaultThreadFactory("penstock-io", true), NioIoHandler.newFactory());
        this.pool = new ConnectionPool(time);
        this.connector = new Connector(config, time, loops, names, pool::remove);
    }

    @Override
    public Exchange open(TransportRequest request, ExchangeLimits limits) {
        if (closed) {
            throw new IllegalStateException("the transport is closed");
        }
        return new HttpExchange(this, request, limits);
    }

    @Override
    public TransportStats stats() {
        return new TransportStats(running.size(), connector.openConnections(), pool.size());
    }

    @Override
    public void close() {
        closed = true;
        running.forEach(exchange -> exchange.abort(AbortCause.CANCELLED));
        pool.close();
        connector.close();
        loops.shutdownGracefully(0, 0, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    TransportConfig config() {
        return config;
    }

    Time time() {
        return time;
    }

    Connector connector() {
        return connector;
    }

    ConnectionPool pool() {
        return pool;
    }

    /** Counts an exchange in, unless the transport is closed. */
    void began(HttpExchange exchange) {
        running.add(exchange);
        if (closed) {
            exchange.abort(AbortCause.CANCELLED);
        }
    }

    void ended(HttpExchange exchange) {
        running.remove(exchange);
    }
}
