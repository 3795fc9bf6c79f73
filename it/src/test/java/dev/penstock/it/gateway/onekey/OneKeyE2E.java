package dev.penstock.it.gateway.onekey;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.support.Await;
import dev.penstock.it.support.Chat;
import dev.penstock.it.support.ChatSocket;
import dev.penstock.it.support.GatewayProcess;
import dev.penstock.it.support.Running;
import dev.penstock.it.support.Said;
import dev.penstock.it.support.SimulatorProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
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
              - when: {contains: long}
                then: {delay: {before_head: 10s, between_chunks: 1ms}}
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

    @ParameterizedTest(name = "stream:{0}")
    @ValueSource(booleans = {false, true})
    @DisplayName(
            "fifty callers in two processes, the first leaves mid-way: one send, and the others get the same answer")
    void twoProcesses_othersAreAnswered(boolean stream, @TempDir Path files) throws IOException {
        String name = "slow-far-" + stream;
        Chat chat = Chat.of("a question that is " + name).keyed(name).streamed(stream);
        int half = Callers.ALL / 2;
        try (Running first = FarCallers.start(files, gateway, chat, half - 1, /* leads= */ true);
                Running second = FarCallers.start(files, gateway, chat, half, /* leads= */ false)) {
            FarCallers.lead(files);
            Await.until("the provider is at work", () -> isInProgress(chat));
            FarCallers.join(files);
            List<Said> said = new ArrayList<>(FarCallers.told(first));
            said.addAll(FarCallers.told(second));

            areOneAnswer(said, chat, stream);
        }
    }

    @Test
    @DisplayName("in flight another body is 422 while the first still works, and is never sent")
    void inFlight_otherBody_isRefused() throws IOException {
        Chat chat = Chat.of("a question that is long").keyed("long");
        try (ChatSocket first = ChatSocket.send(gateway, chat)) {
            Await.until("it is in flight", () -> isInProgress(chat));
            isConflict(chat);
            assertThat(isInProgress(chat)).as("the first is still in flight").isTrue();
            assertThat(first.read().isAnswer()).isTrue();
            assertThat(sends(chat)).isEqualTo(1);
        }
    }

    private static boolean isInProgress(Chat chat) {
        return provider.inProgress().contains(chat.digest());
    }

    private static void areOneAnswer(List<Said> said, Chat chat, boolean stream) {
        OneKeyRules.areOneAnswer(said, Callers.ALL - 1, stream, sends(chat));
    }

    private static void areTold(Said first, Chat chat) throws IOException {
        for (boolean stream : new boolean[] {chat.stream(), !chat.stream()}) {
            OneKeyRules.isReplayed(first, ChatSocket.ask(gateway, chat.streamed(stream)), sends(chat));
        }
        isConflict(chat);
    }

    private static void isConflict(Chat chat) throws IOException {
        Chat other = new Chat(chat.model(), chat.text() + ", or another", chat.stream(), chat.headers());
        for (boolean stream : new boolean[] {false, true}) {
            OneKeyRules.isConflict(ChatSocket.ask(gateway, other.streamed(stream)), sends(other));
        }
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
