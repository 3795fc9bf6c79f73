package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.simulator.script.Ending.How;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.StoredBody;
import dev.penstock.store.Tenant;
import dev.penstock.store.jdbc.sqlite.SqliteLedger;
import dev.penstock.store.jdbc.sqlite.SqliteOptions;
import dev.penstock.time.Chance;
import dev.penstock.time.Time;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("B093 R-PRIVACY-1 a provider that repeats the key in its answer spreads it no further")
class ReportB093Test {

    private static final String KEY = "sk-CANARY0123456789abcdef";
    private static final String SAID = "{\"error\":{\"message\":\"no such model for " + KEY + "\"}}";

    @TempDir
    private Path folder;

    static Stream<Arguments> scripts() {
        return Stream.of(
                Arguments.of(
                        "rejected", FaultScript.builder().always(then -> then.status(400, "application/json", SAID))),
                Arguments.of(
                        "busy for good",
                        FaultScript.builder().always(then -> then.status(503, "application/json", SAID))),
                Arguments.of(
                        "an error inside a 200",
                        FaultScript.builder().always(then -> then.status(200, "application/json", SAID))),
                Arguments.of(
                        "a page in place of an answer",
                        FaultScript.builder().always(then -> then.status(200, "text/html", "<p>" + KEY + "</p>"))),
                Arguments.of(
                        "cut off",
                        FaultScript.builder()
                                .always(then -> then.status(400, "application/json", SAID)
                                        .cutAtBodyByte(60, How.FIN))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("scripts")
    void repeatedKey_isNeitherTheCallersNorTheLedgers(String what, FaultScript.Builder script) throws Exception {
        try (Ledger ledger = SqliteLedger.open(
                        SqliteOptions.engine(folder.resolve("ledger"), Time.system(), Chance.system()));
                Bench bench =
                        new Bench(script.build(), config -> withKey(config).withLedger(ledger))) {
            Result result = bench.penstock()
                    .call(Bench.call()
                            .withKey("k")
                            .withSettings(CallSettings.attached().withMaxAttempts(1)));

            assertThat(result.toString()).doesNotContain(KEY);
            if (result instanceof Result.Rejected rejected && rejected.body() != null) {
                assertThat(new String(rejected.body().unsafeArray(), StandardCharsets.UTF_8))
                        .contains("no such model")
                        .doesNotContain(KEY);
            }
            OperationRecord record = ledger.operations()
                    .find(Tenant.LOCAL, new IdempotencyKey("k"))
                    .orElseThrow();
            for (StoredBody.Kind kind : StoredBody.Kind.values()) {
                ledger.operations()
                        .body(record.ref(), kind)
                        .ifPresent(body -> assertThat(new String(body.bytes().unsafeArray(), StandardCharsets.UTF_8))
                                .as(what + ", " + kind)
                                .doesNotContain(KEY));
            }
        }
    }

    private static PenstockConfig withKey(PenstockConfig config) {
        Route route = Route.to(config.routes().primary().profile(), dev.penstock.http.Credential.of(KEY));
        return PenstockConfig.of(route).withListener(config.listener());
    }
}
