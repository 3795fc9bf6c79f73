package dev.penstock.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProxiesTest {

    private static final Origin SECURE = Origin.of(URI.create("https://api.deepseek.example"));
    private static final Origin PLAIN = Origin.of(URI.create("http://api.deepseek.example:8080/v1"));

    @Test
    void noVariables_nothingIsProxied() {
        assertThat(Proxies.fromEnvironment(Map.of()).to(SECURE)).isEmpty();
    }

    @Test
    void environment_makesTheWholeConfiguration() {
        TransportConfig config = TransportConfig.fromEnvironment(
                Map.of("https_proxy", "http://p.example", "SSL_CERT_FILE", "/etc/extra.pem"));

        assertThat(config.proxies().to(SECURE)).isPresent();
        assertThat(config.extraAuthorities()).containsExactly(Path.of("/etc/extra.pem"));
        assertThat(TransportConfig.fromEnvironment(Map.of()).extraAuthorities()).isEmpty();
    }

    @Test
    void thisMachine_isNeverReachedThroughTheEnvironmentsProxy() {
        Proxies proxies = Proxies.fromEnvironment(Map.of("all_proxy", "http://proxy:8080"));
        for (String local : List.of("http://localhost:8089", "https://127.0.0.1", "http://[::1]:8089")) {
            assertThat(proxies.to(Origin.of(URI.create(local)))).isEmpty();
        }
        assertThat(proxies.to(Origin.of(URI.create("http://localhost.example.com"))))
                .isPresent();
    }

    @Test
    void httpsProxy_isForHttpsAlone() {
        Proxies proxies = Proxies.fromEnvironment(Map.of("HTTPS_PROXY", "http://proxy.example:3128"));

        assertThat(proxies.to(SECURE)).map(Proxy::port).contains(3128);
        assertThat(proxies.to(PLAIN)).isEmpty();
    }

    @Test
    void upperCaseHttpProxy_isNotTrusted() {
        assertThat(Proxies.fromEnvironment(Map.of("HTTP_PROXY", "http://evil.example"))
                        .to(PLAIN))
                .isEmpty();
        assertThat(Proxies.fromEnvironment(Map.of("http_proxy", "http://proxy.example"))
                        .to(PLAIN))
                .isPresent();
    }

    @Test
    void lowerCase_wins() {
        Proxies proxies = Proxies.fromEnvironment(
                Map.of("HTTPS_PROXY", "http://upper.example", "https_proxy", "http://lower.example"));

        assertThat(proxies.to(SECURE)).map(Proxy::host).contains("lower.example");
    }

    @ParameterizedTest
    @CsvSource({
        "deepseek.example,true", ".deepseek.example,true", "*.deepseek.example,true", "api.deepseek.example,true",
        "'other, API.DeepSeek.example',true", "*,true", "seek.example,false", "api.deepseek.example:443,true",
        "api.deepseek.example:80,false"
    })
    void noProxy_namesHostsAndTheirSubdomains(String exceptions, boolean direct) {
        Proxies proxies = Proxies.fromEnvironment(Map.of("ALL_PROXY", "http://p.example", "NO_PROXY", exceptions));

        assertThat(proxies.to(SECURE).isEmpty()).isEqualTo(direct);
    }

    @Test
    void login_isReadAndHidden() {
        Proxy proxy = Proxies.everywhere(URI.create("http://us%40er:pa%3Ass+1@p.example"), List.of())
                .to(SECURE)
                .orElseThrow();

        assertThat(proxy.login().orElseThrow().user()).isEqualTo("us@er");
        assertThat(proxy.login().orElseThrow().password().reveal()).isEqualTo("pa:ss+1");
        assertThat(proxy.toString() + proxy.login()).doesNotContain("us@er", "pa:ss");
    }

    @Test
    void notAProxy_isNamedByItsVariableAlone() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Proxies.fromEnvironment(Map.of("HTTPS_PROXY", "socks5://user:planted@p")))
                .withMessageContaining("https_proxy")
                .withMessageNotContaining("planted");
    }

    @ParameterizedTest
    @CsvSource({
        "https://API.Example/v1,https://api.example,443",
        "http://h:81,http://h:81,81",
        "http://[::1]:9,http://[::1]:9,9"
    })
    void origin_isSchemeHostAndPort(String uri, String text, int port) {
        assertThat(Origin.of(URI.create(uri))).hasToString(text);
        assertThat(Origin.of(URI.create(uri)).port()).isEqualTo(port);
    }

    @ParameterizedTest
    @CsvSource({"ftp://h", "/v1", "https://user@h/"})
    void otherUris_areNoOrigin(String uri) {
        assertThatIllegalArgumentException().isThrownBy(() -> Origin.of(URI.create(uri)));
    }
}
