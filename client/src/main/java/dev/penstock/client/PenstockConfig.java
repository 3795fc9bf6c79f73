package dev.penstock.client;

import dev.penstock.http.TransportConfig;
import dev.penstock.provider.usage.PriceBook;
import dev.penstock.store.Ledger;
import dev.penstock.time.Chance;
import dev.penstock.time.Time;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Everything an engine is given.
 *
 * @param routes where calls go
 * @param ledger where keyed operations are recorded; null allows calls without a key alone. It stays its owner's to close
 * @param policy the limits
 * @param transport connections
 * @param upstreamStream whether answers are asked for as streams
 * @param prices what tokens cost
 * @param listener who hears of events
 * @param background whether background work is taken up from the ledger; off by default
 * @param time time
 * @param random chance; must be thread-safe
 */
public record PenstockConfig(
        Routes routes,
        @Nullable Ledger ledger,
        PolicySettings policy,
        TransportConfig transport,
        UpstreamStream upstreamStream,
        PriceBook prices,
        CallListener listener,
        BackgroundSettings background,
        Time time,
        RandomGenerator random) {

    /**
     * The defaults for one route: no ledger, real time, bundled prices.
     *
     * @param route where calls go
     * @return a configuration to start from
     */
    public static PenstockConfig of(Route route) {
        return of(Routes.of(route));
    }

    /**
     * The defaults for several routes: no ledger, real time, bundled prices.
     *
     * @param routes where calls go
     * @return a configuration to start from
     */
    public static PenstockConfig of(Routes routes) {
        return new PenstockConfig(
                routes,
                null,
                PolicySettings.defaults(),
                TransportConfig.defaults(),
                UpstreamStream.AUTO,
                PriceBook.bundled(),
                CallListener.none(),
                BackgroundSettings.OFF,
                Time.system(),
                Chance.system());
    }

    /**
     * The same with other routes.
     *
     * @param value where calls go
     * @return a copy
     */
    public PenstockConfig withRoutes(Routes value) {
        return new PenstockConfig(
                value, ledger, policy, transport, upstreamStream, prices, listener, background, time, random);
    }

    /**
     * The same with a ledger.
     *
     * @param value where keyed operations are recorded
     * @return a copy
     */
    public PenstockConfig withLedger(Ledger value) {
        return new PenstockConfig(
                routes, value, policy, transport, upstreamStream, prices, listener, background, time, random);
    }

    /**
     * The same with other limits.
     *
     * @param value the limits
     * @return a copy
     */
    public PenstockConfig withPolicy(PolicySettings value) {
        return new PenstockConfig(
                routes, ledger, value, transport, upstreamStream, prices, listener, background, time, random);
    }

    /**
     * The same with other connections: proxies, authorities, sizes.
     *
     * @param value connections
     * @return a copy
     */
    public PenstockConfig withTransport(TransportConfig value) {
        return new PenstockConfig(
                routes, ledger, policy, value, upstreamStream, prices, listener, background, time, random);
    }

    /**
     * The same with another choice of streams.
     *
     * @param value whether answers are asked for as streams
     * @return a copy
     */
    public PenstockConfig withUpstreamStream(UpstreamStream value) {
        return new PenstockConfig(routes, ledger, policy, transport, value, prices, listener, background, time, random);
    }

    /**
     * The same with a listener.
     *
     * @param value who hears of events
     * @return a copy
     */
    public PenstockConfig withListener(CallListener value) {
        return new PenstockConfig(
                routes, ledger, policy, transport, upstreamStream, prices, value, background, time, random);
    }

    /**
     * The same with other prices.
     *
     * @param value what tokens cost
     * @return a copy
     */
    public PenstockConfig withPrices(PriceBook value) {
        return new PenstockConfig(
                routes, ledger, policy, transport, upstreamStream, value, listener, background, time, random);
    }

    /**
     * The same, taking up background work or not.
     *
     * @param value how much of it at once; needs a ledger
     * @return a copy
     */
    public PenstockConfig withBackground(BackgroundSettings value) {
        return new PenstockConfig(
                routes, ledger, policy, transport, upstreamStream, prices, listener, value, time, random);
    }
}
