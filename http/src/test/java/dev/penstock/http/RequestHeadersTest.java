package dev.penstock.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("R-FORWARD-1 request headers are an allowlist")
class RequestHeadersTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Idempotency-Key",
                "idempotency-key",
                "x-penstock-deadline-ms",
                "X-Penstock-Priority",
                "Cookie",
                "Host",
                "Content-Length",
                "Transfer-Encoding",
                "Authorization",
                "Proxy-Authorization",
                "Expect",
                "Last-Event-ID",
                "Accept-Encoding",
                "Connection"
            })
    void forbiddenField_cannotBeSet(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RequestHeaders.NONE.profile(name, "planted"))
                .withMessageNotContaining("planted");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x y", "x\r\nevil", "", "x:y", "\u00fc"})
    void notAName_cannotBeSet(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> RequestHeaders.NONE.profile(name, "v"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\r\nIdempotency-Key: b", "a\nb", "a\u0000", "\u00fc"})
    void valueThatBreaksOut_cannotBeSet(String value) {
        assertThatIllegalArgumentException().isThrownBy(() -> RequestHeaders.NONE.userAgent(value));
    }

    @Test
    void allowedFields_areThereInOrder() {
        List<String> seen = new ArrayList<>();
        RequestHeaders.NONE
                .contentType("application/json")
                .accept("text/event-stream")
                .bearer(Credential.of("sk-1"))
                .userAgent("penstock")
                .traceparent("00-x")
                .profile("X-Provider", "on")
                .forEach((name, value) -> seen.add(name + "=" + value));

        assertThat(seen)
                .containsExactly(
                        "content-type=application/json",
                        "accept=text/event-stream",
                        "authorization=Bearer sk-1",
                        "user-agent=penstock",
                        "traceparent=00-x",
                        "x-provider=on");
    }

    @Test
    @DisplayName("R-PRIVACY-1 no text shows a key")
    void texts_hideTheKey() {
        Credential key = Credential.of("sk-planted");
        RequestHeaders headers = RequestHeaders.NONE.bearer(key).profile("api-key", key);

        assertThat(key + " " + headers).doesNotContain("planted");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Credential.of("sk planted"))
                .withMessageNotContaining("planted");
        assertThat(key).isEqualTo(Credential.of("sk-planted")).isNotEqualTo(Credential.of("sk-other"));
    }
}
