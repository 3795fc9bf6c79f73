package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.penstock.http.Credential;
import dev.penstock.provider.profile.ProviderProfile;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Routes are checked when they are made")
class RoutesTest {

    private static final ProviderProfile HERE = ProviderProfile.bundled("deepseek");
    private static final ProviderProfile ELSEWHERE = HERE.withBaseUrl(URI.create("https://example.org"));

    @Test
    void firstRoute_isTheDefault() {
        Routes routes = Routes.of(route("a", HERE, "one"), route("b", HERE, "two"));

        assertThat(routes.primary().name()).isEqualTo("a");
        assertThat(routes.route("b")).isPresent();
        assertThat(routes.route("c")).isEmpty();
    }

    @Test
    void twoRoutesOfOneName_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Routes.of(route("a", HERE, "one"), route("a", HERE, "two")))
                .withMessageContaining("two routes are named a");
    }

    @Test
    void oneAccountAtTwoAddresses_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Routes.of(route("a", HERE, "one"), route("b", ELSEWHERE, "one")))
                .withMessageContaining("share an account");
        assertThat(Routes.of(route("a", HERE, "one"), route("b", ELSEWHERE, "two"))
                        .all())
                .hasSize(2);
    }

    @Test
    void aliasToAnUnknownRoute_isRefused() {
        Routes routes = Routes.of(route("a", HERE, "one"));
        RouteTarget unknown = new RouteTarget("b", "model");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> routes.withAlias("fast", unknown))
                .withMessageContaining("fast");
    }

    @Test
    void aliasWithoutTargets_isRefused() {
        List<Route> all = List.of(route("a", HERE, "one"));
        Map<String, List<RouteTarget>> empty = Map.of("fast", List.of());

        assertThatIllegalArgumentException().isThrownBy(() -> new Routes(all, "a", empty));
    }

    @Test
    void unknownDefault_isRefused() {
        List<Route> all = List.of(route("a", HERE, "one"));

        assertThatIllegalArgumentException().isThrownBy(() -> new Routes(all, "b", Map.of()));
    }

    private static Route route(String name, ProviderProfile profile, String account) {
        return new Route(name, profile, account, Credential.of("sk-" + name));
    }
}
