package dev.penstock.it.gateway.leak;

import dev.penstock.it.support.Await;
import dev.penstock.it.support.Chat;
import dev.penstock.it.support.ChatSocket;
import dev.penstock.it.support.GatewayProcess;
import dev.penstock.it.support.RequestLog.Request;
import dev.penstock.it.support.SimulatorProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/** Rounds of clients who leave something behind; what the gateway holds is compared with what it held early. */
public final class LeakDrill {

    /** Permits, and clients at once. */
    public static final int LIMIT = 20;

    private static final String SCRIPT = """
            defaults:
              close: true
            rules:
              - when: {contains: a long one}
                then: {answer: {tokens: 20000}, close: true}
              - when: {contains: a silent one}
                then: {stall: {at_byte: 0}}
              - when: {contains: burst}
                then: {delay: 1s, close: true}
            """;

    private static final String CONFIG = """
            api: {write_stall: %dms}
            limits: {max_active: %d, adaptive: false}
            providers: {provider: {profile: openai-compatible, base_url: "%s"}}
            routes: [{name: main, provider: provider, no_api_key: true}]
            """;

    private final Path directory;
    private final int rounds;
    private final int baseline;
    private final int remembered;

    /**
     * Plans it.
     *
     * @param rounds rounds of each kind
     * @param baseline what is held after so many of them is what is compared with
     * @param remembered plain calls before everything, so that what the gateway remembers of the latest calls is full
     */
    public LeakDrill(Path directory, int rounds, int baseline, int remembered) {
        this.directory = directory;
        this.rounds = rounds;
        this.baseline = baseline;
        this.remembered = remembered;
    }

    /**
     * What a drill found.
     *
     * @param early what was held after the first rounds
     * @param late what was held in the end
     * @param atOnce the most requests of one burst at the provider in the end: the permits there are
     */
    public record Findings(Belongings early, Belongings late, int atOnce) {

        /** Whether every permit is still there. */
        public boolean hasAllPermits() {
            return atOnce == LIMIT;
        }

        /** One line for a person. */
        public String describe() {
            return early + " became " + late + "; permits " + atOnce + " of " + LIMIT;
        }
    }

    /** Runs it. */
    public Findings run() throws IOException {
        try (SimulatorProcess provider = SimulatorProcess.start(directory, SCRIPT, "--look", "openai")) {
            Files.writeString(
                    directory.resolve("gateway.yaml"),
                    CONFIG.formatted(Leaver.WRITE_STALL.toMillis(), LIMIT, provider.baseUrl()));
            try (GatewayProcess gateway = GatewayProcess.start(
                    directory, "--config", "gateway.yaml", "--deadline", "5m", "--quiet", "--no-store")) {
                askTogether(gateway, "quick", remembered);
                askTogether(gateway, "burst", LIMIT);
                leave(gateway, baseline);
                Belongings early = Belongings.of(gateway.process().pid());
                leave(gateway, rounds - baseline);
                awaitDescriptors(gateway, early);
                Belongings late = Belongings.of(gateway.process().pid());
                return new Findings(early, late, burst(gateway, provider));
            }
        }
    }

    private static void leave(GatewayProcess gateway, int rounds) throws IOException {
        for (int round = 0; round < rounds; round += LIMIT) {
            for (Leaver leaver : Leaver.values()) {
                leaver.together(gateway, LIMIT);
                Await.until("nothing is left of " + leaver, () -> Leaver.isIdle(gateway));
            }
        }
    }

    /** The other side's last bytes may still be on their way. */
    private static void awaitDescriptors(GatewayProcess gateway, Belongings early) {
        long pid = gateway.process().pid();
        for (int look = 0; look < 100 && Belongings.descriptorsOf(pid) > early.descriptors(); look++) {
            gateway.admin("/livez");
        }
    }

    private static int burst(GatewayProcess gateway, SimulatorProcess provider) {
        Chat chat = Chat.of("the last burst");
        askTogether(gateway, chat.text(), 2 * LIMIT);
        return provider.log().readByContent().getOrDefault(chat.digest(), List.of()).stream()
                .mapToInt(Request::active)
                .max()
                .orElse(0);
    }

    private static void askTogether(GatewayProcess gateway, String text, int count) {
        try (ExecutorService threads = Executors.newFixedThreadPool(2 * LIMIT)) {
            List<CompletableFuture<Void>> calls = new ArrayList<>();
            Stream.generate(() -> Chat.of(text))
                    .limit(count)
                    .forEach(chat -> calls.add(CompletableFuture.runAsync(
                            () -> {
                                try {
                                    ChatSocket.ask(gateway, chat);
                                } catch (IOException e) {
                                    throw new UncheckedIOException(e);
                                }
                            },
                            threads)));
            calls.forEach(CompletableFuture::join);
        }
    }
}
