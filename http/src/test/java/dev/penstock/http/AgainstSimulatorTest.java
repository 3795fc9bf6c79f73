package dev.penstock.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.Ending;
import dev.penstock.simulator.Simulator;
import dev.penstock.simulator.log.LogEntry;
import dev.penstock.simulator.log.Outcome;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayName("R-FORWARD-1 R-REPLAY-2 what a provider sees, by its own log")
@Timeout(120)
class AgainstSimulatorTest {

    private static final String STREAM =
            "{\"model\":\"deepseek-chat\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";

    @RegisterExtension
    private final Transports transports = new Transports();

    @Test
    void stream_isOneWholeRequestWithTheAllowedFieldsAlone() throws Exception {
        try (Simulator simulator = Simulator.start()) {
            Origin origin = Origin.of(URI.create(simulator.baseUrl()));
            Exchanges.Result result =
                    Exchanges.run(transports.transport(), Exchanges.post(origin, STREAM), transports.limits());
            assertThat(simulator.awaitFinished(1, Duration.ofMinutes(1))).isTrue();

            assertThat(result.head().status()).isEqualTo(200);
            assertThat(result.body().strip()).endsWith("data: [DONE]");
            assertThat(result.exchange().ending()).contains(new Ending.Finished());
            assertThat(result.exchange().framing()).isEqualTo(Framing.COMPLETE);
            assertThat(simulator.requests()).hasSize(1);
            LogEntry seen = simulator.requests().getFirst();
            assertThat(seen.isReceived()).isTrue();
            assertThat(seen.outcome()).isEqualTo(Outcome.COMPLETE);
            assertThat(seen.received().headerNames())
                    .map(name -> name.toLowerCase(Locale.ROOT))
                    .containsExactlyInAnyOrder(
                            "host", "accept-encoding", "content-type", "authorization", "content-length");
        }
    }
}
