package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.penstock.http.Credential;
import dev.penstock.http.Exchange;
import dev.penstock.http.ExchangeLimits;
import dev.penstock.http.Transport;
import dev.penstock.http.TransportRequest;
import dev.penstock.http.TransportStats;
import dev.penstock.provider.profile.ProviderProfile;
import org.junit.jupiter.api.Test;

class GivenTransportTest {

    @Test
    void ownTransport_isUsedForExchangesAndClosedWithTheEngine() {
        Watched transport = new Watched();
        PenstockConfig config =
                PenstockConfig.of(Route.to(ProviderProfile.bundled("simulator"), Credential.of("sk-test")));
        try (Penstock penstock = Penstock.open(config, transport)) {
            Throwable thrown = catchThrowable(() -> penstock.call(Bench.call()));

            assertThat(thrown).hasMessage("no connections here");
            assertThat(transport.closed).isFalse();
        }
        assertThat(transport.closed).isTrue();
    }

    private static final class Watched implements Transport {

        private volatile boolean closed;

        @Override
        public Exchange open(TransportRequest request, ExchangeLimits limits) {
            throw new IllegalStateException("no connections here");
        }

        @Override
        public TransportStats stats() {
            return new TransportStats(0, 0, 0);
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
