package dev.penstock.it.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.support.Await;
import dev.penstock.it.support.Chat;
import dev.penstock.it.support.CommandLine;
import dev.penstock.it.support.Ended;
import dev.penstock.it.support.LedgerView;
import dev.penstock.it.support.RequestLog.Request;
import dev.penstock.it.support.Running;
import dev.penstock.it.support.SimulatorProcess;
import dev.penstock.queue.rabbitmq.RabbitServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** {@code penstock consume} on a real broker, judged from the provider's log, the ledger and the queues. */
@DisplayName("R-OP-7, R-OP-5: a queue's messages are committed before they are acknowledged")
@EnabledIf(
        value = "dev.penstock.queue.rabbitmq.RabbitServer#isExpected",
        disabledReason = "RabbitMQ is not installed: install the package rabbitmq-server")
class ConsumeE2E {

    private static final String LOST = """
            rules:
              - when: {contains: lost}
                then: {cut: {at_byte: 0, with: rst}}
            """;

    private static final String SLOW = "defaults: {delay: 200ms}\n";

    private static RabbitServer server;

    @TempDir
    private Path directory;

    @BeforeAll
    static void startServer() {
        server = RabbitServer.start();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @Test
    @DisplayName(
            "a consumer that dies between commit and acknowledgement, one that is stopped, a broker that is killed:"
                    + " every message is sent once at most, and everybody is told how it ended")
    void deathStopAndBrokerKilled_sendNothingTwice() {
        try (SimulatorProcess provider = SimulatorProcess.start(directory, SLOW);
                Desk desk = Desk.open(server.connect(), "lives")) {
            List<Chat> chats = publish(desk, 1, 20);
            Ended dead = consume(provider, desk, "--concurrency", "2")
                    .jvm("-Dpenstock.crash=after-settle-commit:5")
                    .run();
            assertThat(dead.exitCode()).as("%s", dead).isEqualTo(137);

            try (Running second = consume(provider, desk, "--concurrency", "2").start()) {
                second.awaitUntil("more work", () -> provider.log().size() >= 10);
                stop(second);
            }
            assertThat(desk.all())
                    .as("the one that was committed and not acknowledged")
                    .anyMatch(result -> result.code().isEmpty() && result.replayed());
            assertThat(sent(provider, chats))
                    .as("whatever was sent before the stop was told")
                    .allSatisfy(chat ->
                            Await.until("its result", () -> !desk.of(id(chat)).isEmpty()));
            chats.addAll(publish(desk, 21, 32));

            try (Running third = consume(provider, desk, "--concurrency", "2").start();
                    Desk after = throughAKill(third, provider, desk, chats)) {
                stop(third);
                assertThat(after.ready()).isZero();
            }
            assertThat(chats)
                    .allSatisfy(chat -> assertThat(provider.log().sendsOf(chat))
                            .as(chat.text())
                            .hasSizeLessThanOrEqualTo(1));
        }
        assertThat(ledger().linesIn("unknown_outcome"))
                .as("what was under way when the first one died")
                .hasSizeLessThanOrEqualTo(4);
        assertThat(ledger().linesIn("succeeded"))
                .hasSize(32 - ledger().linesIn("unknown_outcome").size());
    }

    /** Kills the broker while messages are at work, and waits until each has its result nevertheless. */
    private Desk throughAKill(Running running, SimulatorProcess provider, Desk before, List<Chat> chats) {
        long sends = provider.log().size();
        running.awaitUntil("work under way", () -> provider.log().size() > sends + 1);
        server.kill();
        running.awaitUntil("it says so", () -> running.err().contains("lost the broker"));
        server.startAgain();
        running.awaitUntil("it is back", () -> running.err().contains("the broker is back"));
        Desk after = Desk.open(server.connect(), "lives");
        running.awaitUntil(
                "every result",
                () -> chats.stream()
                        .noneMatch(chat -> before.of(id(chat)).isEmpty()
                                && after.of(id(chat)).isEmpty()));
        return after;
    }

    @Test
    @DisplayName("repeated, changed and unreadable messages, an unknown outcome, and a store that is away for a while")
    void everyKindOfMessage_isSettledAsItIsMeant() throws Exception {
        try (SimulatorProcess provider = SimulatorProcess.start(directory, LOST);
                Desk desk = Desk.open(server.connect(), "kinds");
                Running running = consume(provider, desk).start()) {
            running.awaitUntil("it is ready", () -> running.out().contains("ready: takes messages from kinds"));
            Chat once = Chat.of("said twice");
            desk.publish("twice", once);
            desk.publish("twice", once);
            running.awaitUntil("both results", () -> desk.of("twice").size() == 2);
            assertThat(desk.of("twice"))
                    .extracting(Desk.Result::body)
                    .allMatch(desk.of("twice").getFirst().body()::equals);
            assertThat(provider.log().sendsOf(once)).hasSize(1);

            Chat changed = Chat.of("said otherwise");
            desk.publish("twice", changed);
            desk.publish("broken", "{\"model\":", Map.of());
            desk.publish(null, Chat.of("from nobody"));
            desk.publish("hasty", Chat.of("in no time").body(), Map.of("x-penstock-deadline-ms", "soon"));
            Await.until("dead letters", () -> desk.deadLetters().size() == 4);
            assertThat(desk.deadLetters()).containsExactlyInAnyOrder("twice", "broken", "null", "hasty");
            assertThat(desk.all()).extracting(Desk.Result::code).contains("idempotency_key_reused", "invalid_request");
            assertThat(provider.log().size())
                    .as("what can never be done is not sent")
                    .isEqualTo(1);

            Chat lost = Chat.of("this one is lost");
            desk.publish("lost", lost);
            desk.publish("lost", lost);
            running.awaitUntil("both are told", () -> desk.of("lost").size() == 2);
            assertThat(desk.of("lost")).extracting(Desk.Result::code).containsOnly("outcome_unknown");
            assertThat(provider.log().sendsOf(lost)).hasSize(1);

            storeAway(provider, desk, running);
            Ended ended = stop(running);
            assertThat(ended.out()).contains("4 rejected").contains("0 given back");
            assertThat(ended.err())
                    .contains("rejected message twice, idempotency_key_reused")
                    .doesNotContain("said otherwise", "from nobody");
            assertThat(desk.ready()).isZero();
        }
    }

    /** Nothing is sent that could not be recorded, nothing acknowledged; afterwards it is done, once. */
    private void storeAway(SimulatorProcess provider, Desk desk, Running running) throws Exception {
        Chat patient = Chat.of("while the store is away");
        try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("consumer.penstock"));
                Statement statement = other.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            desk.publish("patient", patient);
            running.awaitUntil(
                    "it waits", () -> running.err().contains("messages wait and are not acknowledged: the store"));
            assertThat(provider.log().sendsOf(patient)).isEmpty();
            assertThat(desk.of("patient")).isEmpty();
            statement.execute("ROLLBACK");
        }
        running.awaitUntil("its result", () -> !desk.of("patient").isEmpty());
        assertThat(desk.of("patient")).extracting(Desk.Result::code).containsExactly("");
        List<Request> sends = provider.log().sendsOf(patient);
        assertThat(sends).hasSize(1);
    }

    private CommandLine consume(SimulatorProcess provider, Desk desk, String... more) {
        String results = desk.results();
        List<String> words = new ArrayList<>(
                List.of("consume", "--amqp", server.address(), "--queue", results.substring(0, results.indexOf('.'))));
        words.addAll(List.of("--results", results, "--provider", "simulator", "--base-url", provider.baseUrl()));
        words.addAll(List.of(more));
        return CommandLine.in(directory, words.toArray(String[]::new));
    }

    private static Ended stop(Running running) {
        running.terminate();
        return running.await().expect(0);
    }

    private static List<Chat> publish(Desk desk, int from, int to) {
        List<Chat> chats = new ArrayList<>();
        for (int i = from; i <= to; i++) {
            Chat chat = Chat.of("question " + i);
            desk.publish(id(chat), chat);
            chats.add(chat);
        }
        return chats;
    }

    private static List<Chat> sent(SimulatorProcess provider, List<Chat> chats) {
        return chats.stream()
                .filter(chat -> !provider.log().sendsOf(chat).isEmpty())
                .toList();
    }

    private static String id(Chat chat) {
        return "m-" + chat.text().substring("question ".length());
    }

    private LedgerView ledger() {
        return new LedgerView(directory.resolve("consumer.penstock"));
    }
}
