package dev.penstock.http;

import dev.penstock.http.netty.NettyTransport;
import java.time.Duration;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A transport for one test, whose limits pass by hand. */
final class Transports implements AfterEachCallback {

    /** The operation's deadline in {@link #limits()}. */
    public static final Duration DEADLINE = Duration.ofHours(1);

    private final HandTime time = new HandTime();
    private final Transport transport;

    public Transports() {
        this(TransportConfig.defaults());
    }

    public Transports(TransportConfig config) {
        this.transport = new NettyTransport(config, time.time());
    }

    public HandTime time() {
        return time;
    }

    public Transport transport() {
        return transport;
    }

    /** The default limits under a deadline of an hour by hand. */
    public ExchangeLimits limits() {
        return ExchangeLimits.until(time.time().deadlineAfter(DEADLINE));
    }

    public Exchange open(Origin origin, ExchangeLimits limits) {
        return transport.open(Exchanges.post(origin, "{}"), limits);
    }

    /** One POST of "{}" and everything it brings. */
    public Exchanges.Result run(Origin origin) throws InterruptedException {
        return Exchanges.run(transport, Exchanges.post(origin, "{}"), limits());
    }

    @Override
    public void afterEach(ExtensionContext context) {
        transport.close();
    }
}
