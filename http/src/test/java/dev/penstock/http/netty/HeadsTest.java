package dev.penstock.http.netty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.ContentCoding;
import dev.penstock.http.Framing;
import dev.penstock.http.Origin;
import dev.penstock.http.RequestHeaders;
import dev.penstock.http.TransportRequest;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeadsTest {

    private static final Duration LONGEST = Duration.ofSeconds(15);

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            timeout=5           | 3
            timeout=5, max=100  | 3
            max=3,timeout=10    | 8
            TIMEOUT = 4         | 2
            timeout=60          | 15
            timeout=1           | -1
            timeout=2           | 0
            timeout=soon        | 15
            max=100             | 15
            """)
    @DisplayName("B046 idle life is 15 s, or what the peer announces minus 2 s")
    void keepAlive_boundsTheIdleLife(String announced, long seconds) {
        HttpResponse response = response(200);
        response.headers().set("content-length", 2).set("keep-alive", announced);

        assertThat(Heads.idleFor(response, LONGEST)).isEqualTo(Duration.ofSeconds(seconds));
    }

    @Test
    void connectionClose_isNotKept() {
        HttpResponse response = response(200);
        response.headers().set("content-length", 2).set("connection", "close");

        assertThat(Heads.idleFor(response, LONGEST)).isZero();
    }

    @Test
    void untilClose_isNotKept() {
        assertThat(Heads.framing(response(200))).isEqualTo(Framing.UNTIL_CLOSE);
        assertThat(Heads.idleFor(response(200), LONGEST)).isZero();
    }

    @Test
    void noContent_isDelimitedByItself() {
        assertThat(Heads.framing(response(204))).isEqualTo(Framing.COMPLETE);
    }

    @ParameterizedTest
    @CsvSource({
        "gzip,GZIP",
        "x-gzip,GZIP",
        "GZIP,GZIP",
        "deflate,DEFLATE",
        "identity,IDENTITY",
        "br,UNSUPPORTED",
        "zstd,UNSUPPORTED",
        "'gzip, br',UNSUPPORTED"
    })
    @DisplayName("B044 a coding is known or unsupported, never guessed")
    void contentEncoding_isRead(String value, ContentCoding coding) {
        HttpResponse response = response(200);
        response.headers().set("content-encoding", value);

        assertThat(Heads.response(response).coding()).isEqualTo(coding);
    }

    @Test
    @DisplayName("B044 identity is asked for")
    void request_asksForIdentityAndIsFramedByItsLength() {
        HttpRequest request = Heads.request(TransportRequest.post(
                Origin.of(URI.create("https://api.example")), "/x", RequestHeaders.NONE, new byte[7]));

        assertThat(request.headers().get("accept-encoding")).isEqualTo("identity");
        assertThat(request.headers().get("content-length")).isEqualTo("7");
        assertThat(request.headers().get("host")).isEqualTo("api.example");
        assertThat(request.headers().names()).hasSize(3);
    }

    private static HttpResponse response(int status) {
        return new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status));
    }
}
