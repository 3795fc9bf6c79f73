package dev.penstock.http.netty;

import dev.penstock.http.Origin;
import dev.penstock.http.Proxy;
import dev.penstock.policy.attempt.Ending.FailureKind;
import dev.penstock.time.Time;
import dev.penstock.time.Timers;
import io.netty.channel.Channel;
import io.netty.handler.proxy.HttpProxyHandler;
import io.netty.handler.ssl.SslHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One try to get a connection: name, address after address, proxy, TLS. No byte of a request is involved, so trying the
 * next address repeats nothing (B049). Ends once: connected, failed or cancelled.
 */
final class Dial {

    private final Connector connector;
    private final Origin origin;
    private final Listener listener;
    private final Optional<Proxy> proxy;
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile FailureKind step = FailureKind.DNS;
    private volatile @Nullable Channel current;
    private volatile Timers.@Nullable Timer timer;

    /** Hears how it ended, on the event loop or a timer's thread. */
    interface Listener {
        /** A connection is there. */
        void connected(Connection connection);

        /** There will be none. */
        void failed(FailureKind step);

        /** Code of ours threw. */
        void threw(Throwable unexpected);
    }

    Dial(Connector connector, Origin origin, Listener listener) {
        this.connector = connector;
        this.origin = origin;
        this.listener = listener;
        this.proxy = connector.proxyTo(origin);
    }

    void start(Time time, Duration limit) {
        timer = time.timers().after(limit.toNanos(), () -> fail(step));
        Thread.ofVirtual().name("penstock-dial").start(() -> resolve(limit));
    }

    /** Gives up without a word to the listener. */
    void cancel() {
        if (settle()) {
            closeCurrent();
        }
    }

    private void resolve(Duration limit) {
        try {
            InetAddress[] addresses =
                    connector.names().resolve(proxy.map(Proxy::host).orElse(origin.host()));
            step = FailureKind.CONNECT;
            tryNext(addresses, 0, limit.dividedBy(addresses.length));
        } catch (UnknownHostException unknown) {
            fail(FailureKind.DNS);
        } catch (RuntimeException | Error unexpected) {
            if (settle()) {
                listener.threw(unexpected);
            }
        }
    }

    private void tryNext(InetAddress[] addresses, int index, Duration limitEach) {
        if (over.get()) {
            return;
        }
        if (index == addresses.length) {
            fail(FailureKind.CONNECT);
            return;
        }
        HttpProxyHandler tunnel =
                proxy.map(each -> tunnel(each, addresses[index])).orElse(null);
        InetSocketAddress target =
                tunnel == null ? new InetSocketAddress(addresses[index], origin.port()) : Connector.unresolved(origin);
        var connecting = connector.bootstrap(origin, tunnel, limitEach).connect(target);
        current = connecting.channel();
        closeIfOver();
        var ignored = connecting.addListener(tcp -> {
            if (tcp.isSuccess()) {
                afterTcp(connecting.channel(), tunnel);
            } else {
                tryNext(addresses, index + 1, limitEach);
            }
        });
    }

    private void afterTcp(Channel channel, @Nullable HttpProxyHandler tunnel) {
        if (tunnel == null) {
            secure(channel);
        } else {
            var ignored = tunnel.connectFuture().addListener(reached -> {
                if (reached.isSuccess()) {
                    secure(channel);
                } else {
                    fail(FailureKind.CONNECT);
                }
            });
        }
    }

    private static HttpProxyHandler tunnel(Proxy proxy, InetAddress address) {
        var at = new InetSocketAddress(address, proxy.port());
        HttpProxyHandler handler = proxy.login()
                .map(login ->
                        new HttpProxyHandler(at, login.user(), login.password().reveal()))
                .orElseGet(() -> new HttpProxyHandler(at));
        handler.setConnectTimeoutMillis(0);
        return handler;
    }

    private void secure(Channel channel) {
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        if (tls == null) {
            succeed(channel);
        } else {
            step = FailureKind.TLS;
            var ignored = tls.handshakeFuture().addListener(shaken -> {
                if (shaken.isSuccess()) {
                    succeed(channel);
                } else {
                    fail(FailureKind.TLS);
                }
            });
        }
    }

    private void succeed(Channel channel) {
        Connection connection = channel.pipeline().get(Connection.class);
        if (connection == null) {
            fail(FailureKind.CONNECT);
        } else if (settle()) {
            listener.connected(connection);
        } else {
            connection.closeNow();
        }
    }

    private void fail(FailureKind kind) {
        if (settle()) {
            closeCurrent();
            listener.failed(kind);
        }
    }

    private boolean settle() {
        if (!over.compareAndSet(false, true)) {
            return false;
        }
        Timers.Timer pending = timer;
        if (pending != null) {
            pending.cancel();
        }
        return true;
    }

    /** Against a cancel that came between the look at {@link #over} and the new channel. */
    private void closeIfOver() {
        if (over.get()) {
            closeCurrent();
        }
    }

    private void closeCurrent() {
        Channel channel = current;
        if (channel != null) {
            var ignored = channel.close();
        }
    }
}
