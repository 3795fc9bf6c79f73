package dev.penstock.gateway;

import dev.penstock.client.Routes;
import dev.penstock.gateway.config.GatewayConfig;
import dev.penstock.http.TransportConfig;
import dev.penstock.provider.usage.PriceBook;
import dev.penstock.store.ApiKeySecret;
import dev.penstock.store.Ledger;
import dev.penstock.time.Time;
import java.io.PrintStream;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What a gateway is started with.
 *
 * @param reading gives what it is told, first at the start and again with every reload; throws ConfigurationException
 * @param ledger where keyed operations are kept; null answers calls without a key alone. It stays its owner's to close
 * @param clientKey a key of this process alone, beside the store's; null for none
 * @param adminKey what operators show
 * @param transport connections to providers
 * @param prices what tokens cost
 * @param log where log lines go; null for none
 * @param time time
 * @param random chance
 */
public record GatewaySetup(
        Supplier<Reading> reading,
        @Nullable Ledger ledger,
        @Nullable ApiKeySecret clientKey,
        ApiKeySecret adminKey,
        TransportConfig transport,
        PriceBook prices,
        @Nullable PrintStream log,
        Time time,
        RandomGenerator random) {

    /**
     * What a gateway is told.
     *
     * @param config the settings
     * @param routes the ways to providers, with their credentials
     */
    public record Reading(GatewayConfig config, Routes routes) {}
}
