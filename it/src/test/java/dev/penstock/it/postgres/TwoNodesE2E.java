package dev.penstock.it.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.support.Await;
import dev.penstock.it.support.Chat;
import dev.penstock.it.support.ChatSocket;
import dev.penstock.it.support.CommandLine;
import dev.penstock.it.support.GatewayProcess;
import dev.penstock.it.support.RequestLog.Request;
import dev.penstock.it.support.Said;
import dev.penstock.it.support.SimulatorProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("one key, two gateways: whoever is asked second joins, waits, and may cancel")
class TwoNodesE2E {

    /** Time enough for a busy machine to join what the provider is at work on. */
    private static final String UNHURRIED = "defaults: {delay: {before_head: 12s}}\n";

    private static final String NEVER_DONE = "defaults: {delay: 20m}\n";

    /** A model that begins to answer and says no more: the provider sees at once who leaves. */
    private static final String STALLS = "sim-stall-mid-stream";

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
    @DisplayName(
            "R-OP-8 callers at the other gateway wait without a permit and get the committed answer, in both formats")
    void join_inBothFormats_isAnsweredWithTheCommittedAnswer() throws IOException {
        String store = databases.make("joined");
        Chat chat = Chat.of("a question for both").keyed("k");
        try (SimulatorProcess provider = SimulatorProcess.start(directory, UNHURRIED);
                GatewayProcess one = gateway(store, provider, "--max-active", "1");
                GatewayProcess two = gateway(store, provider, "--max-active", "1");
                ChatSocket leader = ChatSocket.send(one, chat)) {
            Await.until("it is sent", () -> provider.inProgress().contains(chat.digest()));
            try (ChatSocket whole = ChatSocket.send(two, chat);
                    ChatSocket streamed = ChatSocket.send(two, chat.streamed(true))) {
                Await.until("both have joined", () -> metrics(two).contains("penstock_joiners 2.0"));
                assertThat(metrics(two)).contains("penstock_retained_operations 0.0");

                Said first = leader.read();
                assertThat(first.isAnswer()).as(first.toString()).isTrue();
                Said replayed = whole.read();
                assertThat(replayed.body()).isEqualTo(first.body());
                assertThat(replayed.header("x-penstock-replayed")).isEqualTo("true");
                Said converted = streamed.read();
                assertThat(converted.isAnswer()).as(converted.toString()).isTrue();
                assertThat(converted.isDone()).isTrue();
                assertThat(converted.text()).isEqualTo(first.text());
            }
            assertThat(provider.log().sendsOf(chat)).hasSize(1);
        }
    }

    @Test
    @DisplayName("R-DEADLINE-7 at its answer deadline a joiner is told that it is in progress, and it goes on")
    void join_answerDeadline_isToldSo() throws IOException {
        String store = databases.make("hasty");
        Chat chat = Chat.of("a long question").keyed("k");
        try (SimulatorProcess provider = SimulatorProcess.start(directory, NEVER_DONE);
                GatewayProcess one = gateway(store, provider);
                GatewayProcess two = gateway(store, provider);
                ChatSocket leader = ChatSocket.send(one, chat.with("x-penstock-deadline-ms: 600000"))) {
            Await.until("it is sent", () -> provider.inProgress().contains(chat.digest()));

            for (boolean stream : new boolean[] {false, true}) {
                Said said = ChatSocket.ask(two, chat.streamed(stream).with("x-penstock-deadline-ms: 1500"));
                assertThat(said.code()).as(said.toString()).isEqualTo("operation_in_progress");
                assertThat(said.status()).isEqualTo(409);
                assertThat(said.header("x-should-retry")).isEqualTo("true");
            }

            assertThat(databases.state("hasty")).isEqualTo("dispatching ");
            assertThat(provider.inProgress()).contains(chat.digest());
            leader.reset();
        }
    }

    @Test
    @DisplayName(
            "R-OP-6 the gateway that sends is killed: who joined at the other one hears that the outcome is unknown")
    void join_leaderDies_outcomeIsUnknown() throws IOException {
        String store = databases.make("leaderless");
        Chat chat = Chat.of("a fateful question").keyed("k");
        try (SimulatorProcess provider = SimulatorProcess.start(directory, NEVER_DONE);
                GatewayProcess two = gateway(store, provider)) {
            try (GatewayProcess one = gateway(store, provider);
                    ChatSocket leader = ChatSocket.send(one, chat)) {
                Await.until("it is sent", () -> provider.inProgress().contains(chat.digest()));
                try (ChatSocket joiner = ChatSocket.send(two, chat)) {
                    Await.until("it has joined", () -> metrics(two).contains("penstock_joiners 1.0"));
                    one.process().kill();
                    leader.reset();

                    Said said = joiner.read();
                    assertThat(said.code()).as(said.toString()).isEqualTo("outcome_unknown");
                    assertThat(said.status()).isEqualTo(409);
                }
            }
            assertThat(databases.state("leaderless")).isEqualTo("unknown_outcome lease_lost");
        }
    }

    @Test
    @DisplayName("R-CANCEL-1 a cancel at the other gateway, before the intent: nothing is sent")
    void cancel_beforeTheIntent_sendsNothing() throws IOException {
        String store = databases.make("queued");
        Chat first = Chat.of("what holds the only permit").keyed("first");
        Chat queued = Chat.of("what waits for it").keyed("queued").with("x-penstock-on-deadline: continue");
        try (SimulatorProcess provider = SimulatorProcess.start(directory, NEVER_DONE);
                GatewayProcess one = gateway(store, provider, "--max-active", "1");
                GatewayProcess two = gateway(store, provider, "--max-active", "1");
                ChatSocket holder = ChatSocket.send(one, first)) {
            Await.until("it is sent", () -> provider.inProgress().contains(first.digest()));
            try (ChatSocket waiting = ChatSocket.send(one, queued)) {
                Await.until("it is taken in", () -> !state("queued", "queued").isEmpty());

                // A worker of the first gateway may hold it: then it is a wish until that one hears of it.
                assertThat(cancel(two, id("queued", "queued"))).containsAnyOf("\"cancelled\"", "\"requested\"");

                Said said = waiting.read();
                assertThat(said.code()).as(said.toString()).isEqualTo("operation_cancelled");
            }
            assertThat(state("queued", "queued")).isEqualTo("cancelled_before_dispatch");
            assertThat(provider.inProgress()).doesNotContain(queued.digest());
            assertThat(provider.log().sendsOf(queued)).isEmpty();
            holder.reset();
        }
    }

    @Test
    @DisplayName(
            "R-CANCEL-2 a cancel at the other gateway, after the intent: it is a wish, and the first closes its exchange")
    void cancel_afterTheIntent_closesTheExchange() throws IOException {
        String store = databases.make("sent");
        Chat chat = Chat.of("a question in vain").keyed("sent").to(STALLS).streamed(true);
        try (SimulatorProcess provider = SimulatorProcess.start(directory, "");
                GatewayProcess one = gateway(store, provider);
                GatewayProcess two = gateway(store, provider);
                ChatSocket waiting = ChatSocket.send(one, chat)) {
            Await.until("it is sent", () -> provider.inProgress().contains(chat.digest()));

            assertThat(cancel(two, id("sent", "sent"))).contains("\"requested\"");

            isCutOff(waiting, provider, chat);
            assertThat(databases.state("sent")).isEqualTo("unknown_outcome cancelled");
        }
    }

    @Test
    @DisplayName("R-CANCEL-2 a cancel by ops, beside the gateway that sends")
    void opsCancel_afterTheIntent_closesTheExchange() throws IOException {
        String store = databases.make("by_ops");
        Chat chat =
                Chat.of("a question taken back").keyed("taken-back").to(STALLS).streamed(true);
        try (SimulatorProcess provider = SimulatorProcess.start(directory, "");
                GatewayProcess one = gateway(store, provider);
                ChatSocket waiting = ChatSocket.send(one, chat)) {
            Await.until("it is sent", () -> provider.inProgress().contains(chat.digest()));

            CommandLine.in(directory, "ops", "cancel", id("by_ops", "taken-back"), "--store", store)
                    .run()
                    .expect(0);

            isCutOff(waiting, provider, chat);
            assertThat(databases.state("by_ops")).isEqualTo("unknown_outcome cancelled");
        }
    }

    private static void isCutOff(ChatSocket waiting, SimulatorProcess provider, Chat chat) throws IOException {
        Said said = waiting.read();
        assertThat(said.code()).as(said.toString()).isEqualTo("outcome_unknown");
        Await.until("the provider sees it", () -> !provider.log().sendsOf(chat).isEmpty());
        assertThat(provider.log().sendsOf(chat)).extracting(Request::outcome).containsExactly("client_left");
    }

    private GatewayProcess gateway(String store, SimulatorProcess provider, String... more) {
        List<String> options = new ArrayList<>(List.of(
                "--provider", "openai-compatible", "--base-url", provider.baseUrl(), "--no-api-key", "--store", store));
        options.addAll(List.of(more));
        return GatewayProcess.start(directory, options.toArray(String[]::new));
    }

    private static String metrics(GatewayProcess gateway) {
        return gateway.admin("/metrics").body();
    }

    private static String cancel(GatewayProcess gateway, String operation) {
        return gateway.post("/v1/operations/" + operation + "/cancel", "{}").body();
    }

    private static String id(String database, String key) {
        return databases.ask(database, "SELECT operation_id FROM operation WHERE op_key = '" + key + "'");
    }

    private static String state(String database, String key) {
        return databases.ask(database, "SELECT state FROM operation WHERE op_key = '" + key + "'");
    }
}
