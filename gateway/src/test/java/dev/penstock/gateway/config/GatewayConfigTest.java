package dev.penstock.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.client.PolicySettings;
import dev.penstock.client.Routes;
import dev.penstock.client.UpstreamStream;
import dev.penstock.client.Variant;
import dev.penstock.gateway.api.CallDefaults;
import dev.penstock.http.Credential;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.policy.retry.RetrySettings;
import dev.penstock.provider.config.ConfigurationException;
import dev.penstock.store.Tenant;
import dev.penstock.testkit.FixedRandom;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GatewayConfigTest {

    private static final Path SAMPLE = Path.of("..", "docs", "examples", "gateway.yaml");
    private static final Map<String, String> KEYS =
            Map.of("DEEPSEEK_API_KEY", "sk-one", "DEEPSEEK_SECOND_KEY", "sk-two", "OPENAI_API_KEY", "sk-three");

    @TempDir
    private Path directory;

    @Test
    @DisplayName("the sample in docs/examples is a configuration that works")
    void read_sample_isWhatItSays() {
        GatewayConfig config = GatewayConfig.read(SAMPLE, Map.of("HOME", "/home/me"));

        assertThat(config.api().settings(GatewayConfig.API_PORT).port()).isEqualTo(8080);
        assertThat(config.store()).isEqualTo("/home/me/gateway.penstock");
        assertThat(config.limits().maxActive()).isEqualTo(200);
        assertThat(usual(config).settings().deadline()).isEqualTo(Duration.ofMinutes(3));
        assertThat(config.tenants()).containsOnlyKeys("team-a", "nightly");

        Routes routes = config.routes(KEYS, null);
        assertThat(routes.all()).extracting(route -> route.name()).containsExactly("main", "second", "elsewhere");
        assertThat(routes.route("second")).get().satisfies(route -> {
            assertThat(route.account()).isEqualTo("deepseek");
            assertThat(route.credential()).isEqualTo(Credential.of("sk-two"));
        });
        assertThat(routes.aliases().get("chat"))
                .extracting(target -> target.route())
                .containsExactly("main", "elsewhere");
    }

    @Test
    @DisplayName("R-PRIVACY-1 B093 a store's password is not said")
    void toString_hidesTheStore() throws IOException {
        assertThat(read("store: postgresql://penstock:canary@host/ledger\n"))
                .asString()
                .doesNotContain("canary");
    }

    @Test
    @DisplayName("every key that the sample's page could name has a default that the record itself gives")
    void read_empty_isTheDefaults() throws IOException {
        assertThat(read("limits: {}\n")).isEqualTo(GatewayConfig.defaults());
        assertThat(read("calls: {}\napi: {}\nadmin: {}\n")).isEqualTo(GatewayConfig.defaults());
        assertThat(read("background: {}\nretention: {}\n")).isEqualTo(GatewayConfig.defaults());
    }

    @Test
    @DisplayName("a tenant of whom nothing is said has the widest ceilings; what is read cannot be changed")
    void read_emptyTenant_isTheWidest_andNothingChangesIt() throws IOException {
        GatewayConfig config = read("tenants: {a: }\nmodels: {fast: [{route: r, model: m}]}\n");

        assertThat(config.tenants()).containsEntry("a", TenantConfig.widest());
        assertThat(config.models()).isUnmodifiable();
        assertThat(config.models().get("fast")).isUnmodifiable();
    }

    @Test
    @DisplayName("workers of background work, and what a call has that is continued")
    void read_background_isTaken() throws IOException {
        GatewayConfig config =
                read("background: {workers: 3}\ncalls: {background_deadline: 2h, background_max_attempts: 7}\n");

        assertThat(config.background().settings().workers()).isEqualTo(3);
        RetrySettings background =
                config.calls().policy(config.limits().policy()).background();
        assertThat(background.operationDeadline()).isEqualTo(Duration.ofHours(2));
        assertThat(background.maxAttempts()).isEqualTo(7);
    }

    @Test
    @DisplayName("an attempt cap holds for attached and background work; without one there are the defaults")
    void read_attemptCap_isTaken() throws IOException {
        GatewayConfig capped = read("calls: {attempt_cap: 5s}\n");
        PolicySettings policy = capped.calls().policy(capped.limits().policy());
        GatewayConfig usual = read("calls: {deadline: 1m}\n");

        assertThat(policy.attached().attemptCap()).isEqualTo(Duration.ofSeconds(5));
        assertThat(policy.background().attemptCap()).isEqualTo(Duration.ofSeconds(5));
        assertThat(usual.calls().policy(usual.limits().policy()).background().attemptCap())
                .isEqualTo(Duration.ofMinutes(15));
        assertThatThrownBy(() -> read("calls: {attempt_cap: 500ms}\n")).hasMessageContaining("attempt cap");
    }

    @Test
    @DisplayName("R-PROOF-6 a canary has what it names of its own, and the rest as the others")
    void read_canary_isLaidOverTheOthers() throws IOException {
        GatewayConfig config = read("""
                calls:
                  deadline: 40s
                  max_attempts: 3
                  canary: {percent: 12.5, max_attempts: 1, delivery: buffered}
                """);

        CallDefaults canary = usual(config, 0.1249);
        assertThat(canary.settings().caller().variant()).isEqualTo(Variant.CANARY);
        assertThat(canary.settings().maxAttempts()).isEqualTo(1);
        assertThat(canary.settings().deadline()).isEqualTo(Duration.ofSeconds(40));
        assertThat(canary.buffered()).isTrue();
        CallDefaults baseline = usual(config, 0.125);
        assertThat(baseline.settings().caller().variant()).isEqualTo(Variant.BASELINE);
        assertThat(baseline.settings().maxAttempts()).isEqualTo(3);
        assertThat(baseline.buffered()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "limits: {max_activ: 3}                    | line 1: unknown key 'max_activ'",
                "api:\\n  port: 70000                      | a port is 0 to 65535",
                "api:\\n  host: 0.0.0.0                    | --allow-remote",
                "admin:\\n  host: '::'                     | --allow-remote",
                "limits:\\n  max_active: 0                 | max active must be at least 1",
                "limits:\\n  max_retained: -1              | operations must be 1 to",
                "calls:\\n  deadline: soon                 | 'soon' is not a span of time",
                "calls:\\n  deadline: 0s                   | above 0",
                "calls:\\n  max_attempts: 0                | at least 1",
                "calls:\\n  replay: sometimes              | not a value for 'calls.replay'",
                "calls:\\n  canary: {replay: never}            | percent is missing",
                "calls:\\n  canary: {percent: 101, replay: never} | percent is 0 to 100",
                "calls:\\n  canary: {percent: .nan, replay: never} | percent is 0 to 100",
                "calls:\\n  canary: {percent: 5}                | the canary changes nothing",
                "calls:\\n  canary: {percent: 5, max_attempts: 0} | at least 1",
                "calls:\\n  canary: {percent: 5, keep_alive: 1s} | line 2: unknown key 'keep_alive'",
                "routes:\\n  - {name: a, provider: nobody} | names the provider 'nobody'",
                "routes:\\n  - {name: a}                   | provider is missing",
                "routes:\\n  - {name: a, provider: deepseek, api_key_env: sk-123} | not the key itself",
                "providers:\\n  x: {base_url: 'https://u:p@host/v1'} | give the address alone",
                "providers:\\n  x: {base_url: 'ftp://host'} | not an http or https address",
                "store: ${UNSET_ONE}                       | line 1: the environment variable UNSET_ONE is not set",
                "limits: {}\\nlimits: {}                   | line 2",
                "models:\\n  a: [{route: r}]               | model is missing",
                "models: {fast: }                          | the model 'fast' needs at least one target",
                "models: {fast: []}                        | the model 'fast' needs at least one target",
                "models: {fast: [null]}                    | the model 'fast' needs at least one target",
                "routes: [null]                            | an entry of routes is empty",
                "retention: {rows: 29d}                    | rows are kept at least as long as bodies",
                "retention: {bodies: 0s}                   | above 0",
                "tenants: {two words: }                    | a tenant is 1 to 64 characters",
            })
    void read_wrong_namesTheFileAndWhatIsWrong(String text, String expected) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> read(text.replace("\\n", "\n")))
                .withMessageStartingWith(directory.resolve("gateway.yaml").toString())
                .withMessageContaining(expected)
                .withMessageContaining("line ");
    }

    @Test
    @DisplayName("B093: no message and no text of a configuration shows a key")
    void routes_keyWithASpace_isNotShown() throws IOException {
        GatewayConfig config = read("routes:\n  - {name: a, provider: deepseek}\n");

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> config.routes(Map.of("DEEPSEEK_API_KEY", "sk CANARY"), null))
                .withMessageContaining("DEEPSEEK_API_KEY")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("CANARY"));
        assertThat(config.routes(Map.of("DEEPSEEK_API_KEY", "sk-CANARY"), null).toString())
                .doesNotContain("CANARY");
    }

    @Test
    void routes_unknownTarget_isNamed() throws IOException {
        GatewayConfig config =
                read("routes:\n  - {name: a, provider: simulator}\nmodels:\n  chat: [{route: b, model: m}]\n");

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> config.routes(Map.of(), URI.create("http://127.0.0.1:1")))
                .withMessageContaining("chat", "b");
    }

    @Test
    @DisplayName("a key in a file is read anew each time, so that it can be changed without a restart")
    void routes_keyFileChanged_takesTheNewKey() throws IOException {
        Path file = Files.writeString(directory.resolve("key"), "sk-old\n");
        GatewayConfig config = read("routes:\n  - {name: a, provider: deepseek, api_key_file: " + file + "}\n");
        assertThat(credential(config)).isEqualTo(Credential.of("sk-old"));

        Files.writeString(file, "sk-new\n");

        assertThat(credential(config)).isEqualTo(Credential.of("sk-new"));
    }

    @Test
    void needsSimulator_onlyWithoutAnAddress() throws IOException {
        assertThat(GatewayConfig.defaults().needsSimulator()).isFalse();
        assertThat(read("routes:\n  - {name: a, provider: simulator}\n").needsSimulator())
                .isTrue();
        assertThat(read("""
                        providers:
                          far: {profile: simulator, base_url: 'http://127.0.0.1:8089'}
                        routes:
                          - {name: a, provider: far}
                        """).needsSimulator()).isFalse();
    }

    @Test
    void withSettings_flags_overrideTheFile() {
        GatewayConfig config = GatewayConfig.defaults()
                .withSettings(
                        LimitsConfig.defaults().withMaxActive(3).withMaxRetained(7),
                        CallsConfig.defaults()
                                .withDeadline(Duration.ofSeconds(9))
                                .withMaxAttempts(2)
                                .withReplay(ReplaySetting.NEVER)
                                .withDelivery(Delivery.BUFFERED));

        assertThat(config.limits().policy().maxActive()).isEqualTo(3);
        assertThat(config.limits().policy().population().operations()).isEqualTo(7);
        assertThat(usual(config).buffered()).isTrue();
        assertThat(usual(config).settings().maxAttempts()).isEqualTo(2);
        assertThat(usual(config).settings().replay()).isEqualTo(ReplaySetting.NEVER);
        assertThat(config.calls().background().replay()).isEqualTo(ReplaySetting.NEVER);
        assertThat(config.calls().upstreamStream()).isEqualTo(UpstreamStream.AUTO);
    }

    private static CallDefaults usual(GatewayConfig config) {
        return usual(config, 0);
    }

    /** What holds for a call without a key whose header fields say nothing. */
    private static CallDefaults usual(GatewayConfig config, double chance) {
        return config.calls().chat(new FixedRandom(chance)).calls().choose(Tenant.LOCAL, null);
    }

    private static Credential credential(GatewayConfig config) {
        return config.routes(Map.of(), null).primary().credential();
    }

    private GatewayConfig read(String text) throws IOException {
        return GatewayConfig.read(Files.writeString(directory.resolve("gateway.yaml"), text), Map.of());
    }
}
