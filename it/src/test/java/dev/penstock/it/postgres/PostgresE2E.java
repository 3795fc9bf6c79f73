package dev.penstock.it.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.support.Await;
import dev.penstock.it.support.Chat;
import dev.penstock.it.support.ChatSocket;
import dev.penstock.it.support.CommandLine;
import dev.penstock.it.support.Ended;
import dev.penstock.it.support.GatewayProcess;
import dev.penstock.it.support.RequestFile;
import dev.penstock.it.support.RequestLog.Request;
import dev.penstock.it.support.ResultFile;
import dev.penstock.it.support.Said;
import dev.penstock.it.support.SimulatorProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("a store in PostgreSQL, from the command line and behind two gateways")
class PostgresE2E {

    private static final String SLOW = """
            defaults:
              delay: 20m
            """;

    /** Neither a circuit nor a hint: what stops a retry is the budget alone. */
    private static final String ALWAYS_BUSY = "rules: [{then: {status: 429}}]\n";

    private static final String FIVE_TOKENS = "/account\"} 5.0";

    private static Databases databases;

    @TempDir
    private Path directory;

    @BeforeAll
    static void startServer() {
        databases = Databases.start();
    }

    @AfterAll
    static void stopServer() {
        databases.close();
    }

    @Test
    @DisplayName("run, ops and doctor work on it, a finished batch costs nothing again, and nobody says the password")
    void run_inADatabase_answersOnceAndKeepsTheSecret() {
        String store = databases.make("batch");
        Path input = RequestFile.write(directory.resolve("in.jsonl"), 5).path();
        String[] run = {"run", input.toString(), "-o", "out.jsonl", "--provider", "simulator", "--store", store};

        Ended doctor = CommandLine.in(directory, "doctor", "--provider", "simulator", "--store", store)
                .run()
                .expect(0);
        Ended first = CommandLine.in(directory, run).run().expect(0);
        Ended second = CommandLine.in(directory, run).run().expect(0);
        Ended list = CommandLine.in(directory, "ops", "list", "--store", withoutPassword(store))
                .with("PGDatabases.PASSWORD", Databases.PASSWORD)
                .run()
                .expect(0);

        assertThat(doctor.out()).contains("postgresql").contains("makes the store");
        assertThat(first.out()).contains("5 lines answered");
        assertThat(second.out()).doesNotContain("5 original");
        assertThat(list.out()).contains("5 in all: 5 succeeded");
        assertThat(new ResultFile(directory.resolve("out.jsonl")).customIds()).hasSize(5);
        for (Ended ended : new Ended[] {doctor, first, second, list}) {
            assertThat(ended.out() + ended.err()).doesNotContain(Databases.PASSWORD);
        }
    }

    @Test
    @DisplayName("two gateways share it: a key answered by one is replayed by the other")
    void serve_twoGateways_shareKeys() {
        String store = databases.make("shared");
        try (SimulatorProcess provider = SimulatorProcess.start(directory, "");
                GatewayProcess one = gateway(store, provider);
                GatewayProcess two = gateway(store, provider)) {
            HttpResponse<String> answer = one.chat(one.clientKey(), "idempotency-key", "k");
            HttpResponse<String> again = two.chat(two.clientKey(), "idempotency-key", "k");

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(again.body()).isEqualTo(answer.body());
            assertThat(again.headers().firstValue("x-penstock-replayed")).hasValue("true");
        }
    }

    @Test
    @DisplayName("R-OP-6 a gateway that is killed in the middle of a call: the other calls its outcome unknown")
    void serve_oneKilled_theOtherSettlesItsWork() {
        String store = databases.make("killed");
        try (SimulatorProcess provider = SimulatorProcess.start(directory, SLOW);
                GatewayProcess two = gateway(store, provider)) {
            CompletableFuture<HttpResponse<String>> cut;
            try (GatewayProcess one = gateway(store, provider)) {
                cut = one.chatLater(one.clientKey(), "idempotency-key", "k");
                Await.until("it is sent", () -> !provider.inProgress().isBlank());
                one.process().kill();
            }

            Await.until(
                    "its outcome is unknown", () -> databases.state("killed").equals("unknown_outcome lease_lost"));
            assertThat(cut).isCompletedExceptionally();
            HttpResponse<String> repeat = two.chat(two.clientKey(), "idempotency-key", "k");
            assertThat(repeat.statusCode()).isEqualTo(409);
            assertThat(repeat.body()).contains("outcome_unknown");
        }
    }

    @Test
    @DisplayName("R-ADMIT-8 B073 two gateways with one account: never more at work than its limit, and no less than it")
    void serve_twoGateways_shareTheAccountsLimit() {
        String store = databases.make("limited");
        String script = "defaults: {delay: {before_head: 150ms..250ms}}\n";
        try (SimulatorProcess provider = SimulatorProcess.start(directory, script);
                GatewayProcess one = gateway(store, provider, "--max-active", "6", "--quiet");
                GatewayProcess two = gateway(store, provider, "--max-active", "6", "--quiet")) {
            askAtOnce(one, two);

            List<Request> log = provider.log().requests();
            assertThat(log.stream().map(Request::contentSha256).distinct()).hasSize(24 * 12);
            assertThat(log).allMatch(request -> request.active() <= 6);
            assertThat(log.stream().filter(request -> request.active() == 6))
                    .as("the limit is used")
                    .hasSizeGreaterThan(24 * 12 / 3);
        }
    }

    @Test
    @DisplayName(
            "R-BUDGET-3 two gateways with one account's retry budget: together they retry no more than one allowance")
    void serve_twoGateways_shareTheRetryBudget() {
        String store = databases.make("budget");
        int callers = 30;
        Instant begun = Instant.now();
        try (SimulatorProcess provider = SimulatorProcess.start(directory, ALWAYS_BUSY);
                GatewayProcess one = gateway(store, provider, "--retry-budget-scope", "account", "--quiet");
                GatewayProcess two = gateway(store, provider, "--retry-budget-scope", "account", "--quiet")) {
            Await.until(
                    "both have a part",
                    () -> Stream.of(one, two)
                            .allMatch(
                                    gateway -> gateway.admin("/metrics").body().contains(FIVE_TOKENS)));
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int caller = 0; caller < 2 * callers; caller++) {
                    GatewayProcess gateway = caller % 2 == 0 ? one : two;
                    String text = "question " + caller;
                    threads.execute(() -> refused(gateway, text));
                }
            }

            long retries = provider.log().requests().size() - 2L * callers;
            long byTheFloor = Duration.between(begun, Instant.now()).toSeconds() / 10 + 1;
            assertThat(retries).isBetween(8L, 10 + 2L * callers / 10 + byTheFloor);
        }
    }

    private static void refused(GatewayProcess gateway, String text) {
        try {
            assertThat(ChatSocket.ask(gateway, Chat.of(text)).isAnswer()).isFalse();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private GatewayProcess gateway(String store, SimulatorProcess provider, String... more) {
        List<String> options = new ArrayList<>(List.of(
                "--provider", "openai-compatible", "--base-url", provider.baseUrl(), "--no-api-key", "--store", store));
        options.addAll(List.of(more));
        return GatewayProcess.start(directory, options.toArray(String[]::new));
    }

    /** Twenty-four callers, half of them at each, a dozen calls each. */
    private static void askAtOnce(GatewayProcess one, GatewayProcess two) {
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int caller = 0; caller < 24; caller++) {
                GatewayProcess gateway = caller % 2 == 0 ? one : two;
                int first = caller * 12;
                callers.execute(() -> IntStream.range(first, first + 12).forEach(i -> ask(gateway, "question " + i)));
            }
        }
    }

    private static void ask(GatewayProcess gateway, String text) {
        try {
            Said said = ChatSocket.ask(gateway, Chat.of(text));
            assertThat(said.isAnswer()).as(said.toString()).isTrue();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String withoutPassword(String store) {
        return store.replace(":" + Databases.PASSWORD + "@", "@");
    }
}
