package dev.penstock.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayName("B019 a stream that ends is not reconnected")
@Timeout(120)
class ReportB019Test {

    @RegisterExtension
    private final Transports transports = new Transports();

    @Test
    void endWithoutDone_isOnePostAndNoLastEventId() throws Exception {
        try (RawPeer peer = RawPeer.playing(visit -> {
            visit.readRequest();
            visit.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nretry: 1\nid: 7\ndata: x\n\n");
        })) {
            Exchanges.Result result = transports.run(peer.origin());
            transports.transport().close();

            assertThat(result.exchange().framing()).isEqualTo(Framing.UNTIL_CLOSE);
            assertThat(peer.requests()).isEqualTo(1);
            assertThat(peer.connections()).isEqualTo(1);
            assertThat(peer.visit(0).lastHead().toLowerCase(Locale.ROOT)).doesNotContain("last-event-id");
        }
    }
}
