package dev.penstock.it.gateway.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.support.Chat;
import dev.penstock.it.support.ChatSocket;
import dev.penstock.it.support.GatewayProcess;
import dev.penstock.it.support.SimulatorProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The short form; {@code it/torture limit} is the long one. */
@DisplayName("R-ADMIT-2: never more at work than the limit, whoever leaves")
class LimitE2E {

    private static final String WAITED = "for=\"permit\"";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"deepseek", "openai"})
    @DisplayName(
            "sixty callers behind ten, a third leaves: the provider never has more than ten at work, whether it goes"
                    + " on without its client or stops")
    void leavers_neverMakeRoomTooEarly(String look) throws IOException {
        LimitDrill.Findings findings = new LimitDrill(directory, 60, System.nanoTime()).run(look);

        LimitRules.hold(findings, 40);
    }

    @Test
    @DisplayName("two callers with a limit of two never wait")
    void asManyCallersAsPermits_neverWait() {
        try (SimulatorProcess provider = SimulatorProcess.start(directory, "defaults: {delay: 5ms}\n");
                GatewayProcess gateway = GatewayProcess.start(
                        directory,
                        "--provider",
                        "simulator",
                        "--base-url",
                        provider.baseUrl(),
                        "--max-active",
                        "2",
                        "--no-store",
                        "--quiet")) {
            callAtOnce(gateway, 2);
            assertThat(provider.log().requests()).hasSize(100).allMatch(request -> request.active() <= 2);
            assertThat(gateway.admin("/metrics").body()).doesNotContain(WAITED);

            callAtOnce(gateway, 3);
            assertThat(gateway.admin("/metrics").body()).as("the third has to").contains(WAITED);
        }
    }

    private static void callAtOnce(GatewayProcess gateway, int callers) {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int caller = 0; caller < callers; caller++) {
                threads.execute(() -> IntStream.range(0, 50).forEach(i -> ask(gateway, i)));
            }
        }
    }

    private static void ask(GatewayProcess gateway, int number) {
        try {
            Chat chat = Chat.of("question " + number).streamed(number % 2 == 0);
            assertThat(ChatSocket.ask(gateway, chat).isAnswer()).isTrue();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
