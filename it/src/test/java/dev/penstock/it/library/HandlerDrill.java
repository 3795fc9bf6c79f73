package dev.penstock.it.library;

import dev.penstock.client.ChatCall;
import dev.penstock.client.Penstock;
import dev.penstock.client.PenstockConfig;
import dev.penstock.client.PolicySettings;
import dev.penstock.client.Route;
import dev.penstock.http.Credential;
import dev.penstock.it.gateway.leak.Belongings;
import dev.penstock.it.gateway.leak.LeakDrill;
import dev.penstock.it.gateway.leak.LeakRules;
import dev.penstock.it.library.ThrowingHandler.HandlerFault;
import dev.penstock.it.support.Chat;
import dev.penstock.it.support.RequestLog.Request;
import dev.penstock.it.support.SimulatorProcess;
import dev.penstock.provider.profile.ProviderProfile;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/** Rounds of calls whose handlers throw, in this process; what it holds is compared with what it held early. */
public final class HandlerDrill {

    private static final String SCRIPT = """
            defaults:
              close: true
            rules:
              - when: {contains: a long one}
                then: {answer: {tokens: 20000}, close: true}
              - when: {contains: burst}
                then: {delay: 1s, close: true}
            """;

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final int LOOKS = 40;

    /** It would say of every event that the listener threw. */
    private static final Logger ENGINE = Logger.getLogger("dev.penstock.client");

    private final Path directory;
    private final int rounds;
    private final int baseline;
    private final int remembered;

    /**
     * Plans it.
     *
     * @param rounds calls of each kind
     * @param baseline what is held after so many of them is what is compared with
     * @param remembered plain calls before everything, so that what the engine remembers of the latest calls is full
     */
    public HandlerDrill(Path directory, int rounds, int baseline, int remembered) {
        this.directory = directory;
        this.rounds = rounds;
        this.baseline = baseline;
        this.remembered = remembered;
    }

    /**
     * Runs it in a process of its own, beside whose threads nobody else's are, and judges it there.
     *
     * @param arguments rounds, baseline and remembered
     */
    public static void main(String[] arguments) throws InterruptedException {
        int[] numbers = Stream.of(arguments).mapToInt(Integer::parseInt).toArray();
        LeakDrill.Findings findings =
                new HandlerDrill(Path.of("").toAbsolutePath(), numbers[0], numbers[1], numbers[2]).run();
        System.out.println(findings.describe());
        LeakRules.hold(findings);
    }

    /** Runs it, with a listener that always throws as well. */
    public LeakDrill.Findings run() throws InterruptedException {
        ENGINE.setLevel(Level.OFF);
        try {
            return measure();
        } finally {
            ENGINE.setLevel(null);
        }
    }

    private LeakDrill.Findings measure() throws InterruptedException {
        try (SimulatorProcess provider = SimulatorProcess.start(directory, SCRIPT, "--look", "openai");
                Penstock penstock = Penstock.open(config(provider))) {
            together(penstock, () -> plain("quick"), remembered);
            together(penstock, () -> plain("burst"), LeakDrill.LIMIT);
            fail(penstock, baseline);
            Belongings early = held();
            fail(penstock, rounds - baseline);
            Belongings late = atRest(early);
            Chat burst = Chat.of("the last burst");
            together(penstock, () -> plain(burst.text()), 2 * LeakDrill.LIMIT);
            int atOnce = provider.log().readByContent().getOrDefault(burst.digest(), List.of()).stream()
                    .mapToInt(Request::active)
                    .max()
                    .orElse(0);
            return new LeakDrill.Findings(early, late, atOnce);
        }
    }

    private static PenstockConfig config(SimulatorProcess provider) {
        ProviderProfile profile =
                ProviderProfile.bundled("openai-compatible").withBaseUrl(URI.create(provider.baseUrl()));
        return PenstockConfig.of(Route.to(profile, Credential.of("a-key-of-the-simulator")))
                .withPolicy(PolicySettings.defaults().withMaxActive(LeakDrill.LIMIT))
                .withListener(event -> {
                    throw new HandlerFault();
                });
    }

    private static Belongings held() {
        return Belongings.of(ProcessHandle.current().pid());
    }

    /** Threads that have ended may be on their way out yet, those of the callers here above all. A look takes its time. */
    private static Belongings atRest(Belongings early) {
        Belongings now = held();
        for (int look = 0; look < LOOKS && now.threads() > early.threads(); look++) {
            now = held();
        }
        return now;
    }

    private static ChatCall plain(String text) {
        return ChatCall.of(Chat.of(text).body());
    }

    private static void fail(Penstock penstock, int rounds) throws InterruptedException {
        for (int round = 0; round < rounds; round += LeakDrill.LIMIT) {
            for (ThrowingHandler handler : ThrowingHandler.values()) {
                together(penstock, handler::call, LeakDrill.LIMIT);
            }
        }
    }

    private static void together(Penstock penstock, Supplier<ChatCall> call, int count) throws InterruptedException {
        try (ExecutorService threads = Executors.newFixedThreadPool(2 * LeakDrill.LIMIT)) {
            Stream.generate(call)
                    .limit(count)
                    .map(one -> CompletableFuture.runAsync(() -> make(penstock, one), threads))
                    .toList()
                    .forEach(CompletableFuture::join);
        }
        if (!penstock.awaitIdle(PATIENCE)) {
            throw new AssertionError("something is still going: " + penstock.snapshot());
        }
    }

    /** Only what a handler threw may come out of a call. */
    private static void make(Penstock penstock, ChatCall call) {
        try {
            penstock.call(call);
        } catch (HandlerFault e) {
            return; // R-CLASS-7: a check's own fault propagates
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
