package dev.penstock.gateway.operations;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.penstock.client.CallSettings;
import dev.penstock.client.Penstock;
import dev.penstock.client.PenstockConfig;
import dev.penstock.client.Route;
import dev.penstock.gateway.RuntimeBench;
import dev.penstock.http.Credential;
import dev.penstock.provider.profile.ProviderProfile;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.store.Ledger;
import dev.penstock.store.jdbc.sqlite.SqliteLedger;
import dev.penstock.store.jdbc.sqlite.SqliteOptions;
import dev.penstock.time.Chance;
import dev.penstock.time.Time;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The description of the operations API says what the API does: paths, methods, statuses, every member of every schema. */
class OpenApiTest {

    /** What is asked for with this word takes its time. */
    private static final String SLOW = "SLOW";

    @TempDir
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private RuntimeBench bench;

    @SuppressWarnings("NullAway.Init")
    private ObjectNode description;

    @BeforeEach
    void start() {
        bench = new RuntimeBench(
                folder,
                FaultScript.builder()
                        .rule("slow", when -> when.contains(SLOW), then -> then.delay(Duration.ofSeconds(30)))
                        .build());
        description = (ObjectNode) JsonMapper.shared()
                .readTree(bench.api("GET", "/v1/openapi.json", "").body());
    }

    @AfterEach
    void stop() {
        bench.close();
    }

    @Test
    @DisplayName("each path and method of the description is served, and each that is served is described")
    void pathsAndMethods_areTheSame() {
        List<String> described = new ArrayList<>();
        description
                .get("paths")
                .forEachEntry((path, methods) -> methods.forEachEntry((method, ignored) -> {
                    if (!method.equals("parameters")) {
                        described.add(method.toUpperCase(Locale.ROOT) + " " + path);
                    }
                }));
        assertThat(described).containsExactlyInAnyOrderElementsOf(served());
        for (String one : described) {
            String[] parts = one.split(" ", 2);
            HttpResponse<String> answer = bench.api(parts[0], parts[1].replace("{id}", "op_none"), "");
            assertThat(answer.body()).as(one).doesNotContain("endpoint_not_supported");
            assertThat(answer.statusCode()).as(one).isNotIn(405, 500);
        }
    }

    @Test
    @DisplayName(
            "R-OP-10 R-CANCEL-2 every answer of a whole life has a described status and exactly the described members")
    void answers_areAsDescribed() {
        String id = submitted("life");
        String path = "/v1/operations/" + id;
        settled(path);
        check("get", "/v1/operations", bench.api("GET", "/v1/operations?state=succeeded&limit=5", ""), 200);
        check("get", "/v1/operations", bench.api("GET", "/v1/operations?stat=succeeded", ""), 400);
        check("get", "/v1/operations", bench.api("GET", "/v1/operations?state=dreaming", ""), 400);
        check("get", "/v1/operations", bench.api("GET", "/v1/operations?cursor=nonsense", ""), 400);
        check("get", "/v1/operations/{id}", bench.api("GET", path, ""), 200);
        check("get", "/v1/operations/{id}", bench.other("GET", path, ""), 404);
        check("get", "/v1/operations/{id}", bench.api("GET", "/v1/operations/op_x", ""), 404);
        check("get", "/v1/operations/{id}/result", bench.other("GET", path + "/result", ""), 404);
        assertThat(bench.api("GET", path + "/result", "").body()).contains("chat.completion");
        check("post", "/v1/operations/{id}/cancel", bench.api("POST", path + "/cancel", ""), 409);
        check("post", "/v1/operations/{id}/cancel", bench.other("POST", path + "/cancel", ""), 404);
        String reconcile = path + "/reconcile";
        check("post", "/v1/operations/{id}/reconcile", bench.api("POST", reconcile, "{\"decision\":\"failed\"}"), 409);
        check("post", "/v1/operations/{id}/reconcile", bench.api("POST", reconcile, "{\"decision\":\"maybe\"}"), 400);
        check("post", "/v1/operations/{id}/reconcile", bench.api("POST", reconcile, "[]"), 400);
        check("post", "/v1/operations/{id}/reconcile", bench.other("POST", reconcile, "{}"), 404);
        String regenerate = path + "/regenerate";
        check("post", "/v1/operations/{id}/regenerate", bench.other("POST", regenerate, "{}"), 404);
        check("post", "/v1/operations/{id}/regenerate", bench.api("POST", regenerate, "{\"surprise\":1}"), 400);
        check("post", "/v1/operations/{id}/regenerate", bench.api("POST", regenerate, "{\"why\":\"again\"}"), 202);
        settled(path);
        assertThat(json(bench.api("GET", path, "")).get("generation").intValue())
                .isEqualTo(2);
        assertThat(bench.sends()).isEqualTo(2);
    }

    @Test
    @DisplayName("R-CANCEL-2 R-OP-10 who asked for a cancel, and why, is shown with the operation")
    void cancel_itsAuthorAndReason_areShown() {
        String path = "/v1/operations/" + submitted("later", RuntimeBench.BODY.replace("PROMPT", SLOW));
        check("post", "/v1/operations/{id}/cancel", bench.api("POST", path + "/cancel", "{\"because\":1}"), 400);

        HttpResponse<String> asked =
                bench.api("POST", path + "/cancel", "{\"why\":\"wrong prompt\",\"author\":\"night-shift\"}");

        check("post", "/v1/operations/{id}/cancel", asked, asked.statusCode());
        assertThat(asked.statusCode()).isIn(200, 202);
        HttpResponse<String> shown = bench.api("GET", path, "");
        check("get", "/v1/operations/{id}", shown, 200);
        JsonNode decided = json(shown).get("decisions").get(0);
        assertThat(decided.get("decision").stringValue()).isEqualTo("cancel");
        assertThat(decided.get("author").stringValue()).isEqualTo("api:local:night-shift");
        assertThat(decided.get("why").stringValue()).isEqualTo("wrong prompt");
    }

    @Test
    void submit_everyWay_isAsDescribed() {
        check("post", "/v1/operations", bench.api("POST", "/v1/operations", RuntimeBench.BODY), 400);
        check("post", "/v1/operations", bench.api("POST", "/v1/operations", "{}", "idempotency-key", "invalid"), 400);
        String id = submitted("twice");
        settled("/v1/operations/" + id);
        HttpResponse<String> again = bench.api("POST", "/v1/operations", RuntimeBench.BODY, "idempotency-key", "twice");
        check("post", "/v1/operations", again, 200);
        assertThat(json(again).get("id").stringValue()).isEqualTo(id);
        check(
                "post",
                "/v1/operations",
                bench.api(
                        "POST",
                        "/v1/operations",
                        RuntimeBench.BODY.replace("CANARY", "OTHER"),
                        "idempotency-key",
                        "twice"),
                422);
        assertThat(bench.sends()).isEqualTo(1);
    }

    @Test
    void everyEndpoint_withoutAKey_is401() {
        for (String served : served()) {
            String[] parts = served.split(" ", 2);
            HttpResponse<String> answer =
                    bench.ask(bench.gateway().apiPort(), "wrong", parts[0], parts[1].replace("{id}", "op_none"), "");
            if (parts[1].endsWith("openapi.json")) {
                assertThat(answer.statusCode()).isEqualTo(200);
            } else {
                check(parts[0].toLowerCase(Locale.ROOT), parts[1], answer, 401);
            }
        }
    }

    /** What the endpoints themselves say that they serve. */
    private List<String> served() {
        Route nowhere = Route.to(ProviderProfile.bundled("simulator"), Credential.of("none"));
        try (Ledger ledger = SqliteLedger.open(
                        SqliteOptions.engine(folder.resolve("own.penstock"), Time.system(), Chance.system()));
                Penstock engine = Penstock.open(PenstockConfig.of(nowhere).withLedger(ledger))) {
            return new OperationEndpoints(
                            engine, ledger, key -> Optional.empty(), CallSettings::background, Chance.system())
                    .all().stream()
                            .map(endpoint -> endpoint.method() + " " + endpoint.path())
                            .toList();
        }
    }

    private String submitted(String key) {
        return submitted(key, RuntimeBench.BODY);
    }

    private String submitted(String key, String body) {
        HttpResponse<String> accepted = bench.api("POST", "/v1/operations", body, "idempotency-key", key);
        check("post", "/v1/operations", accepted, 202);
        String id = json(accepted).get("id").stringValue();
        assertThat(accepted.headers().firstValue("location")).hasValue("/v1/operations/" + id);
        return id;
    }

    /** Background work ends by itself; there is nothing to wait on from outside but the API. */
    private void settled(String path) {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        String state = "";
        while (!state.equals("succeeded") && System.nanoTime() < until) {
            state = json(bench.api("GET", path, "")).get("state").stringValue();
        }
        assertThat(state).isEqualTo("succeeded");
    }

    private void check(String method, String path, HttpResponse<String> answer, int status) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        JsonNode responses = description.get("paths").get(path).get(method).get("responses");
        JsonNode described = responses.get(String.valueOf(status));
        assertThat(described).as(status + " of " + method + " " + path).isNotNull();
        String type = answer.headers().firstValue("content-type").orElse("");
        assertThat(described.get("content").has(type)).as(type).isTrue();
        ObjectNode schema = ((ObjectNode) described.get("content").get(type).get("schema")).deepCopy();
        schema.set("components", description.get("components"));
        Schema compiled = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(schema);
        assertThat(compiled.validate(json(answer))).isEmpty();
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return JsonMapper.shared().readTree(answer.body());
    }
}
