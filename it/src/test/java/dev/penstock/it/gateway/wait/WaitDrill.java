package dev.penstock.it.gateway.wait;

import dev.penstock.it.support.Chat;
import dev.penstock.it.support.ChatSocket;
import dev.penstock.it.support.GatewayProcess;
import dev.penstock.it.support.RequestLog.Request;
import dev.penstock.it.support.Said;
import dev.penstock.it.support.SimulatorProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A provider that says for a long time that it lives: callers of each kind wait for the answer, or for our limit. */
public final class WaitDrill {

    private final Path directory;
    private final Duration wait;
    private final Duration deadline;

    /**
     * Plans it.
     *
     * @param wait how long the provider sends keep-alives before its answer; longer than the deadline for ever
     * @param deadline how long a call may take
     */
    public WaitDrill(Path directory, Duration wait, Duration deadline) {
        this.directory = directory;
        this.wait = wait;
        this.deadline = deadline;
    }

    /** How much longer than its deadline an answer is waited for. */
    private static final Duration MARGIN = Duration.ofMinutes(1);

    /**
     * What a drill found.
     *
     * @param told what each kind of caller was told
     * @param sends what the provider saw
     */
    public record Findings(Map<Chat, Said> told, List<Request> sends) {

        /** One line for a person. */
        public String describe() {
            StringBuilder text = new StringBuilder(sends.size() + " sends");
            told.forEach((chat, said) -> text.append("; ")
                    .append(chat.text())
                    .append(": ")
                    .append(said.status())
                    .append(' ')
                    .append(said.isAnswer() ? "answer" : said.body()));
            return text.toString();
        }
    }

    /** Runs it: plain and streamed, with a key and without. */
    public Findings run() {
        String script = "defaults: {delay: {queue: " + wait.toMillis() + "ms}, keep_alive: 250ms}\n";
        try (SimulatorProcess provider = SimulatorProcess.start(directory, script, "--look", "openai");
                GatewayProcess gateway = GatewayProcess.start(
                        directory,
                        "--provider",
                        "simulator",
                        "--base-url",
                        provider.baseUrl(),
                        "--deadline",
                        deadline.toSeconds() + "s",
                        "--quiet");
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Map<Chat, CompletableFuture<Said>> calls = new LinkedHashMap<>();
            for (Chat chat : List.of(
                    Chat.of("plain"),
                    Chat.of("streamed").streamed(true),
                    Chat.of("plain under a key").keyed("plain"),
                    Chat.of("streamed under a key").keyed("streamed").streamed(true))) {
                calls.put(chat, CompletableFuture.supplyAsync(() -> ask(gateway, chat), threads));
            }
            Map<Chat, Said> told = new LinkedHashMap<>();
            calls.forEach((chat, said) -> told.put(chat, said.join()));
            provider.drop();
            return new Findings(told, provider.log().requests());
        }
    }

    private Said ask(GatewayProcess gateway, Chat chat) {
        try (ChatSocket call = ChatSocket.send(gateway, chat)) {
            return call.patient(deadline.plus(MARGIN)).read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
