package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.provider.profile.ProviderProfile;
import dev.penstock.simulator.script.FaultScript;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("B036 an exhausted quota behind a 429 starts the fail-over instead of being retried to exhaustion")
class ReportB036Test {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"error\":{\"message\":\"m\",\"type\":\"insufficient_quota\",\"code\":\"insufficient_quota\"}}",
                "{\"error\":{\"message\":\"m\",\"code\":\"insufficient_quota\"}}",
                "{\"error\":{\"message\":\"m\",\"type\":\"insufficient_quota\"}}"
            })
    void quotaExhausted_fallbackAnswers_andTheAccountIsLeftAlone(String body) throws Exception {
        FaultScript exhausted = FaultScript.builder()
                .always(then -> then.status(429, "application/json", body))
                .build();
        try (TwoProviders bench = new TwoProviders(exhausted, FaultScript.NONE, ReportB036Test::openAi)) {
            for (int i = 0; i < 3; i++) {
                assertThat(bench.penstock().call(TwoProviders.call())).isInstanceOf(Result.Answered.class);
            }
            assertThat(bench.sends()).containsExactly(1L, 3L);
        }
    }

    /** The codes are OpenAI's. */
    private static PenstockConfig openAi(PenstockConfig config) {
        Routes routes = config.routes();
        List<Route> all = routes.all().stream()
                .map(route -> new Route(
                        route.name(),
                        ProviderProfile.bundled("openai-compatible")
                                .withBaseUrl(route.profile().endpoint().baseUrl()),
                        route.account(),
                        route.credential()))
                .toList();
        return config.withRoutes(new Routes(all, routes.defaultRoute(), routes.aliases()));
    }
}
