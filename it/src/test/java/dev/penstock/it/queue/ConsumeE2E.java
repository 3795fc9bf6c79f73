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
            "a consumer that dies between commit and acknowledgement: the redelivery sends nothing, and is answered")
    void deathBeforeTheAcknowledgement_sendsNothingAgain() {
        try (SimulatorProcess provider = SimulatorProcess.start(directory, "");
                Desk desk = Desk.open(server.connect(), "death")) {
            List<Chat> chats = publish(desk, 12);
            Ended dead = consume(provider, desk, "--concurrency", "1")
                    .jvm("-Dpenstock.crash=after-settle-commit:5")
                    .run();
            assertThat(dead.exitCode()).as("%s", dead).isEqualTo(137);

            try (Running again = consume(provider, desk, "--concurrency", "1").start()) {
                again.awaitUntil("every result", () -> desk.answered() == chats.size());
                stop(again);
            }
            assertThat(chats)
                    .allSatisfy(chat -> assertThat(provider.log().sendsOf(chat))
                            .as(chat.text())
                            .hasSizeLessThanOrEqualTo(1));
            assertThat(desk.all()).extracting(Desk.Result::code).isSubsetOf("", "outcome_unknown");
            assertThat(desk.all())
                    .filteredOn(result -> result.code().isEmpty())
                    .as("at most one was under way when it died")
                    .hasSizeGreaterThanOrEqualTo(chats.size() - 1);
            assertThat(desk.all())
                    .as("the one that was committed and not acknowledged")
                    .anyMatch(result -> result.code().isEmpty() && result.replayed());
        }
        assertThat(ledger().linesIn("succeeded").size()
                        + ledger().linesIn("unknown_outcome").size())
                .isEqualTo(12);
    }

    @Test
    @DisplayName("a broker that is killed in the middle: every message is sent once, and has its result")
    void brokerKilledInTheMiddle_sendsEverythingOnce() {
        try (SimulatorProcess provider = SimulatorProcess.start(directory, SLOW)) {
            List<Chat> chats;
            try (Desk desk = Desk.open(server.connect(), "broker")) {
                chats = publish(desk, 24);
                try (Running running =
                        consume(provider, desk, "--concurrency", "2").start()) {
                    running.awaitUntil("work under way", () -> provider.log().size() >= 4);
                    server.kill();
                    running.awaitUntil("it says so", () -> running.err().contains("lost the broker"));
                    server.startAgain();
                    running.awaitUntil("it is back", () -> running.err().contains("the broker is back"));
                    try (Desk after = Desk.open(server.connect(), "broker")) {
                        running.awaitUntil(
                                "everything done",
                                () -> ledger().linesIn("succeeded").size() == chats.size());
                        running.awaitUntil("every result", () -> answered(desk, after) == chats.size());
                        stop(running);
                        assertThat(after.ready()).isZero();
                    }
                }
            }
            assertThat(chats)
                    .allSatisfy(chat -> assertThat(provider.log().sendsOf(chat))
                            .as(chat.text())
                            .hasSize(1));
        }
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

    private static List<Chat> publish(Desk desk, int count) {
        List<Chat> chats = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            Chat chat = Chat.of("question " + i);
            desk.publish("m-" + i, chat);
            chats.add(chat);
        }
        return chats;
    }

    private static long answered(Desk before, Desk after) {
        return java.util.stream.Stream.of(before, after)
                .flatMap(desk -> desk.all().stream())
                .map(Desk.Result::correlation)
                .distinct()
                .count();
    }

    private LedgerView ledger() {
        return new LedgerView(directory.resolve("consumer.penstock"));
    }
}
