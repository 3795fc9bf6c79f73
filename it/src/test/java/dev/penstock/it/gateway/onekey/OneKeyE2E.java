package dev.penstock.it.gateway.onekey;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.support.Await;
import dev.penstock.it.support.Chat;
import dev.penstock.it.support.ChatSocket;
import dev.penstock.it.support.GatewayProcess;
import dev.penstock.it.support.Said;
import dev.penstock.it.support.SimulatorProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("R-OP-7, R-OP-8: one key, one body, one send, whoever asks, whoever leaves, in whatever format")
class OneKeyE2E {

    private static final String SCRIPT = """
            defaults:
              delay: {before_head: 50ms, between_chunks: 1ms}
            rules:
              - when: {contains: slow}
                then: {delay: {before_head: 2s, between_chunks: 1ms}}
              - when: {contains: lost}
                then: {cut: {at_byte: 0, with: rst}}
              - when: {contains: wrong}
                then: {status: 400}
            """;

    private static Path directory;
    private static SimulatorProcess provider;
    private static GatewayProcess gateway;

    @BeforeAll
    static void start(@TempDir Path folder) {
        directory = folder;
        provider = SimulatorProcess.start(directory, SCRIPT);
        gateway = startGateway();
    }

    @AfterAll
    static void stop() {
        gateway.close();
        provider.close();
    }

    @ParameterizedTest(name = "first stream:{0}, others stream:{1}")
    @CsvSource({"false,false", "true,true", "false,true", "true,false"})
    @DisplayName("fifty callers, the first leaves mid-way: one send, and the others get the same answer")
    void firstLeaves_othersAreAnswered(boolean first, boolean others) throws IOException {
        String name = "slow-first-" + first + "-" + others;
        Chat chat = Chat.of("a question that is " + name).keyed(name);

        List<Said> said = new Callers(gateway, provider).firstLeaves(chat.streamed(first), chat.streamed(others));

        areOneAnswer(said, chat, others);
    }

    @ParameterizedTest(name = "stream:{0}")
    @ValueSource(booleans = {false, true})
    @DisplayName("fifty callers from one barrier, any of them leaves mid-way: one send, one answer")
    void anyLeaves_othersAreAnswered(boolean stream) throws IOException {
        Chat chat = Chat.of("a question that is slow-any-" + stream)
                .keyed("slow-any-" + stream)
                .streamed(stream);

        areOneAnswer(new Callers(gateway, provider).anyLeaves(chat), chat, stream);
    }

    @Test
    @DisplayName(
            "R-ADMIT-10 done, unknown or failed, and after a restart: both formats are told the same, another body is"
                    + " 422, and nothing is sent")
    void ended_repeatsAreReplayed() throws IOException {
        Map<Chat, Said> ended = new LinkedHashMap<>();
        for (String state : List.of("done", "lost", "wrong")) {
            for (boolean stream : new boolean[] {false, true}) {
                String key = "ended-" + state + "-" + stream;
                Chat chat = Chat.of("a question that is " + key).keyed(key).streamed(stream);
                Said first = ChatSocket.ask(gateway, chat);
                assertThat(first.isAnswer()).isEqualTo(state.equals("done"));
                assertThat(first.code().equals("outcome_unknown")).isEqualTo(state.equals("lost"));
                ended.put(chat, first);
            }
        }
        for (Map.Entry<Chat, Said> one : ended.entrySet()) {
            areTold(one.getValue(), one.getKey());
        }
        restart();
        for (Map.Entry<Chat, Said> one : ended.entrySet()) {
            areTold(one.getValue(), one.getKey());
        }
    }

    @Test
    @DisplayName("in flight another body is 422 at once and is never sent")
    void inFlight_otherBody_isRefused() throws IOException {
        Chat chat = Chat.of("a question that is slow-in-flight").keyed("slow-in-flight");
        try (ChatSocket first = ChatSocket.send(gateway, chat)) {
            Await.until("it is in flight", () -> !provider.inProgress().isBlank());
            isConflict(chat);
            assertThat(first.read().isAnswer()).isTrue();
        }
    }

    private static void areOneAnswer(List<Said> said, Chat chat, boolean stream) {
        assertThat(said).hasSize(Callers.ALL - 1).allSatisfy(one -> {
            assertThat(one.isAnswer()).as(one.body()).isTrue();
            assertThat(one.finish()).isEqualTo("stop");
            assertThat(one.isDone()).isEqualTo(stream);
        });
        assertThat(said.stream().map(Said::text).distinct()).hasSize(1);
        assertThat(sends(chat)).isEqualTo(1);
    }

    private static void areTold(Said first, Chat chat) throws IOException {
        for (boolean stream : new boolean[] {chat.stream(), !chat.stream()}) {
            Said again = ChatSocket.ask(gateway, chat.streamed(stream));
            assertThat(again.status()).isEqualTo(first.status());
            assertThat(again.code()).isEqualTo(first.code());
            assertThat(again.text()).isEqualTo(first.text());
            assertThat(again.header("x-penstock-replayed")).isEqualTo("true");
        }
        isConflict(chat);
        assertThat(sends(chat)).isEqualTo(1);
    }

    private static void isConflict(Chat chat) throws IOException {
        Chat other = new Chat(chat.model(), chat.text() + ", or another", chat.stream(), chat.headers());
        for (boolean stream : new boolean[] {false, true}) {
            Said said = ChatSocket.ask(gateway, other.streamed(stream));
            assertThat(said.status()).as(said.body()).isEqualTo(422);
            assertThat(said.code()).isEqualTo("idempotency_key_reused");
        }
        assertThat(sends(other)).isZero();
    }

    private static int sends(Chat chat) {
        return provider.log()
                .readByContent()
                .getOrDefault(chat.digest(), List.of())
                .size();
    }

    private static void restart() {
        gateway.process().terminate();
        gateway.process().await().expect(0);
        gateway.close();
        gateway = startGateway();
    }

    private static GatewayProcess startGateway() {
        return GatewayProcess.start(directory, "--provider", "simulator", "--base-url", provider.baseUrl(), "--quiet");
    }
}
