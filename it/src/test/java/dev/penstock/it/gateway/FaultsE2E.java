package dev.penstock.it.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.gateway.Fault.Ends;
import dev.penstock.it.support.GatewayProcess;
import dev.penstock.it.support.Repository;
import dev.penstock.it.support.RequestLog.Request;
import dev.penstock.it.support.SimulatorProcess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("R-CLASS-4, R-STREAM-3, R-REPLAY-1: sixteen faults of a provider, in both published modes")
class FaultsE2E {

    private static final JsonMapper JSON = new JsonMapper();
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Duration DEADLINE = Duration.ofSeconds(6);

    /** A minute in the benchmark; -Doutage.seconds=60 makes it one here. */
    private static final Duration OUTAGE = Duration.ofSeconds(Long.getLong("outage.seconds", 20));

    private static final int ONE_AFTER_ANOTHER = 15;

    private static SimulatorProcess primary;
    private static SimulatorProcess fallback;
    private static GatewayProcess live;
    private static GatewayProcess buffered;

    @SuppressWarnings("unused") // the source of the cases
    private static final List<Fault> FAULTS = Faults.ALL;

    @BeforeAll
    static void start(@TempDir Path directory) throws IOException {
        String rules = "rules:\n" + Faults.ALL.stream().map(Fault::rule).collect(Collectors.joining());
        primary = SimulatorProcess.start(folder(directory, "primary"), rules, "--look", "openai");
        fallback = SimulatorProcess.start(folder(directory, "fallback"), "", "--look", "openai");
        live = gateway(folder(directory, "live"), "live", "after_rejection", false);
        buffered = gateway(folder(directory, "buffered"), "buffered", "after_anything", true);
    }

    @AfterAll
    static void stop() {
        Stream.of(live, buffered, primary, fallback).forEach(FaultsE2E::close);
    }

    @ParameterizedTest
    @FieldSource("FAULTS")
    void live_afterRejection(Fault fault) throws Exception {
        judge(fault, live, fault.live(), fault.liveSends());
    }

    @ParameterizedTest
    @FieldSource("FAULTS")
    void buffered_afterAnything_withAFallback(Fault fault) throws Exception {
        judge(fault, buffered, fault.buffered(), fault.bufferedSends());
    }

    @Test
    @DisplayName("S15 R-BREAKER-1 an outage: fifteen requests one after another are answered by the fallback, and the"
            + " primary is hardly bothered")
    void outage_sparesThePrimary(@TempDir Path directory) throws Exception {
        try (SimulatorProcess down = SimulatorProcess.start(
                        folder(directory, "down"),
                        "rules: [{when: {to: " + OUTAGE.toSeconds() + "s}, then: {status: 503}}]\n",
                        "--look",
                        "openai");
                GatewayProcess gateway =
                        gateway(folder(directory, "outage"), "buffered", "after_anything", true, down.baseUrl())) {
            for (Said said : oneAfterAnother(gateway)) {
                assertThat(said.ends()).as(said.body()).isEqualTo(Ends.ANSWER);
            }
            assertThat(down.log().requests())
                    .filteredOn(request -> request.status() == 503)
                    .hasSizeBetween(1, 7);
        }
    }

    /** Asks again and again, spread over the outage. */
    private static List<Said> oneAfterAnother(GatewayProcess gateway) throws Exception {
        long every = OUTAGE.toMillis() / ONE_AFTER_ANOTHER;
        List<Future<Said>> asked = new ArrayList<>();
        try (ScheduledExecutorService caller = Executors.newSingleThreadScheduledExecutor()) {
            for (int i = 0; i < ONE_AFTER_ANOTHER; i++) {
                asked.add(caller.schedule(
                        () -> ask(gateway, Faults.ALL.getFirst(), "outage " + UUID.randomUUID()),
                        i * every,
                        TimeUnit.MILLISECONDS));
            }
        }
        List<Said> said = new ArrayList<>();
        for (Future<Said> answer : asked) {
            said.add(answer.get());
        }
        return said;
    }

    @Test
    @DisplayName("the page that publishes the modes says what is proven here")
    void page_saysWhatIsProven() throws IOException {
        String page = Files.readString(Repository.root().resolve("docs/faults.md"));
        assertThat(Faults.ALL).allSatisfy(fault -> assertThat(page).contains(fault.row()));
    }

    private static void judge(Fault fault, GatewayProcess gateway, Ends expected, int mostSends) throws Exception {
        String text = fault.id() + " " + UUID.randomUUID();
        Said said = ask(gateway, fault, text);
        assertThat(said.ends()).as("%s: %s", fault.what(), said.body()).isEqualTo(expected);
        assertThat(said.whole()).as("an end of the framing").isEqualTo(expected.isAnswer() || expected.status() != 200);
        assertThat(said.took()).isLessThan(DEADLINE.plusSeconds(4));
        primary.drop();
        List<Request> sends = sends(primary, text);
        assertThat(sends).as("sends to the primary").hasSizeBetween(1, mostSends);
        if (expected.isAnswer()) {
            assertThat(said.finish()).isEqualTo("stop");
            assertThat(said.text()).startsWith("answer-");
            assertThat(said.model()).isIn(fault.model(), "fallback");
        } else {
            assertThat(said.finish()).as("an invented finish").isEmpty();
        }
        if (fault.id().equals("S01") && sends.size() > 1) {
            long gap = sends.get(1).acceptedAt() - sends.get(0).answeredAt();
            assertThat(Duration.ofNanos(gap * 1_000)).isGreaterThanOrEqualTo(Duration.ofSeconds(2));
        }
        if (expected.status() == 400) {
            assertThat(sends(fallback, text)).as("no way around a refusal").isEmpty();
        }
    }

    /** What a caller got. */
    private record Said(int status, String body, boolean whole, Duration took) {

        Ends ends() {
            if (status != 200) {
                return Ends.error(status, JSON.readTree(body).at("/error/code").asString(""));
            }
            return events().filter(event -> event.has("error"))
                    .findFirst()
                    .map(event -> Ends.inBand(event.at("/error/code").asString("")))
                    .orElse(Ends.ANSWER);
        }

        String text() {
            return events().map(event -> event.at("/choices/0/delta/content").asString("")
                            + event.at("/choices/0/message/content").asString(""))
                    .collect(Collectors.joining());
        }

        String finish() {
            return events().map(event -> event.at("/choices/0/finish_reason").asString(""))
                    .filter(reason -> !reason.isEmpty())
                    .collect(Collectors.joining(","));
        }

        String model() {
            return events().map(event -> event.path("model").asString(""))
                    .filter(name -> !name.isEmpty())
                    .findFirst()
                    .orElse("");
        }

        private Stream<JsonNode> events() {
            return body.startsWith("{")
                    ? Stream.of(JSON.readTree(body))
                    : body.lines()
                            .filter(line -> line.startsWith("data: {"))
                            .map(line -> JSON.readTree(line.substring("data: ".length())));
        }
    }

    private static Said ask(GatewayProcess gateway, Fault fault, String text) throws Exception {
        String body = "{\"model\":\"" + fault.model() + "\",\"stream\":" + fault.stream()
                + ",\"messages\":[{\"role\":\"user\",\"content\":\"" + text + "\"}]}";
        HttpRequest request = HttpRequest.newBuilder(URI.create(gateway.baseUrl() + "/chat/completions"))
                .header("Authorization", "Bearer " + gateway.clientKey())
                .header("Content-Type", "application/json")
                .header("x-penstock-deadline-ms", Long.toString(DEADLINE.toMillis()))
                .timeout(DEADLINE.multipliedBy(4))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        long begun = System.nanoTime();
        HttpResponse<InputStream> response = HTTP.send(request, HttpResponse.BodyHandlers.ofInputStream());
        ByteArrayOutputStream came = new ByteArrayOutputStream();
        boolean whole = true;
        try (InputStream in = response.body()) {
            in.transferTo(came);
        } catch (IOException broken) {
            whole = false;
        }
        return new Said(
                response.statusCode(),
                came.toString(StandardCharsets.UTF_8),
                whole,
                Duration.ofNanos(System.nanoTime() - begun));
    }

    private static List<Request> sends(SimulatorProcess provider, String text) {
        String digest = Provider.sha256(text);
        return provider.log().requests().stream()
                .filter(request -> request.contentSha256().equals(digest))
                .toList();
    }

    private static GatewayProcess gateway(Path directory, String delivery, String replay, boolean withFallback)
            throws IOException {
        return gateway(directory, delivery, replay, withFallback, primary.baseUrl());
    }

    private static GatewayProcess gateway(
            Path directory, String delivery, String replay, boolean withFallback, String primaryUrl)
            throws IOException {
        StringBuilder yaml = new StringBuilder("calls: {delivery: " + delivery + ", replay: " + replay + "}\n"
                + "limits: {retry_budget: 1000}\n"
                + "providers:\n"
                + "  first: {profile: openai-compatible, base_url: \"" + primaryUrl + "\"}\n"
                + "  second: {profile: openai-compatible, base_url: \"" + fallback.baseUrl() + "\"}\n"
                + "routes:\n"
                + "  - {name: first, provider: first, no_api_key: true}\n"
                + "  - {name: second, provider: second, no_api_key: true}\n"
                + "models:\n");
        for (Fault fault : Faults.ALL) {
            yaml.append("  ")
                    .append(fault.model())
                    .append(":\n    - {route: first, model: ")
                    .append(fault.model());
            yaml.append(withFallback ? "}\n    - {route: second, model: fallback}\n" : "}\n");
        }
        Files.writeString(directory.resolve("gateway.yaml"), yaml);
        return GatewayProcess.start(directory, "--config", "gateway.yaml");
    }

    private static Path folder(Path directory, String name) throws IOException {
        return Files.createDirectories(directory.resolve(name));
    }

    private static void close(AutoCloseable process) {
        try {
            if (process != null) {
                process.close();
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
