package dev.penstock.gateway.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.gateway.api.TenantGrant;
import dev.penstock.store.Bytes;
import dev.penstock.store.Decision;
import dev.penstock.store.Tenant;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecisionBodyTest {

    private static final TenantGrant GRANT = TenantGrant.of(new Tenant("team-a"));

    @Test
    void reconcile_keepsAuthorAndReason() throws Refused {
        Decision decision = reconcile("{\"decision\":\"failed\",\"author\":\"me\",\"why\":\"ünwanted\"}");

        assertThat(decision.author()).isEqualTo("api:team-a:me");
        assertThat(decision.why()).isEqualTo("ünwanted");
    }

    @ParameterizedTest
    @CsvSource({"author, \\u001b[2J", "author, a\\nb", "why, a\\u007fb", "why, a\\u009bb"})
    @DisplayName("what an operator reads at a terminal holds no control characters")
    void reconcile_controlCharacter_refused(String member, String text) {
        assertThatThrownBy(() -> reconcile("{\"decision\":\"failed\",\"" + member + "\":\"" + text + "\"}"))
                .isInstanceOfSatisfying(
                        Refused.class,
                        refused -> assertThat(refused.reply().status()).isEqualTo(400));
    }

    private static Decision reconcile(String json) throws Refused {
        Bytes body = Bytes.wrap(json.getBytes(StandardCharsets.UTF_8));
        return DecisionBody.parse(body, OperationEndpoints.RECONCILE_MEMBERS, GRANT)
                .reconcile();
    }
}
