package dev.penstock.it.simulate;

import dev.penstock.http.Exchange;
import dev.penstock.http.ExchangeLimits;
import dev.penstock.http.Transport;
import dev.penstock.http.TransportRequest;
import dev.penstock.http.TransportStats;

/** Connections of one process to the provider of its world. */
record WorldTransport(World world, NodeProcess process) implements Transport {

    @Override
    public Exchange open(TransportRequest request, ExchangeLimits limits) {
        return new WorldExchange(world, process, request.body(), limits);
    }

    @Override
    public TransportStats stats() {
        return new TransportStats(0, 0, 0);
    }

    @Override
    public void close() {}
}
