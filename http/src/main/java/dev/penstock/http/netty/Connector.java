package dev.penstock.http.netty;

import dev.penstock.http.Origin;
import dev.penstock.http.Proxy;
import dev.penstock.http.TransportConfig;
import dev.penstock.time.Time;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.proxy.HttpProxyHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Makes connections and knows which are open. Thread-safe. */
final class Connector {

    private static final int CHUNK = 16 << 10;

    private final TransportConfig config;
    private final Time time;
    private final EventLoopGroup loops;
    private final NameResolver names;
    private final Consumer<Connection> closed;
    private final Set<Channel> open = ConcurrentHashMap.newKeySet();
    private final ReentrantLock tlsLock = new ReentrantLock();
    private @Nullable SslContext tls;

    Connector(
            TransportConfig config, Time time, EventLoopGroup loops, NameResolver names, Consumer<Connection> closed) {
        this.config = config;
        this.time = time;
        this.loops = loops;
        this.names = names;
        this.closed = closed;
    }

    /** Begins to connect; the listener hears of the end once, unless the dial is cancelled before. */
    Dial dial(Origin origin, Duration limit, Dial.Listener listener) {
        Dial dial = new Dial(this, origin, listener);
        dial.start(time, limit);
        return dial;
    }

    NameResolver names() {
        return names;
    }

    Optional<Proxy> proxyTo(Origin origin) {
        return config.proxies().to(origin);
    }

    int openConnections() {
        return open.size();
    }

    void close() {
        for (Channel channel : open) {
            var ignored = channel.close();
        }
    }

    /** A bootstrap for one address; every handler of the connection is in its pipeline. */
    Bootstrap bootstrap(Origin origin, @Nullable HttpProxyHandler proxy, Duration connectLimit) {
        return new Bootstrap()
                .group(loops)
                .channel(NioSocketChannel.class)
                .disableResolver()
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.SO_KEEPALIVE, true)
                .option(ChannelOption.AUTO_CLOSE, false)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.toIntExact(Math.max(1, connectLimit.toMillis())))
                .handler(new Pipeline(origin, proxy));
    }

    private SslContext tls() {
        tlsLock.lock();
        try {
            if (tls == null) {
                tls = TrustedAuthorities.context(config.extraAuthorities());
            }
            return tls;
        } finally {
            tlsLock.unlock();
        }
    }

    /** Name resolution happens before; the channel gets an address, or, through a proxy, the name itself. */
    static InetSocketAddress unresolved(Origin origin) {
        return InetSocketAddress.createUnresolved(origin.host(), origin.port());
    }

    private final class Pipeline extends ChannelInitializer<Channel> {

        private final Origin origin;
        private final @Nullable HttpProxyHandler proxy;

        Pipeline(Origin origin, @Nullable HttpProxyHandler proxy) {
            this.origin = origin;
            this.proxy = proxy;
        }

        @Override
        protected void initChannel(Channel channel) {
            Connection connection = new Connection(channel, origin, proxy != null);
            open.add(channel);
            var ignored = channel.closeFuture().addListener(gone -> {
                open.remove(channel);
                closed.accept(connection);
            });
            if (proxy != null) {
                channel.pipeline().addLast(proxy);
            }
            if (origin.secure()) {
                SslHandler handler = tls().newHandler(channel.alloc(), origin.host(), origin.port());
                handler.setHandshakeTimeoutMillis(0);
                channel.pipeline().addLast(handler);
            }
            var decoder = new HttpDecoderConfig()
                    .setMaxInitialLineLength(config.maxHead())
                    .setMaxHeaderSize(config.maxHead())
                    .setMaxChunkSize(CHUNK);
            channel.pipeline().addLast(new ByteTap(connection), new HttpClientCodec(decoder, false, false), connection);
        }
    }
}
