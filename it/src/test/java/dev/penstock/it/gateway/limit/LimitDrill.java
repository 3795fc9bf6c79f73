package dev.penstock.it.gateway.limit;

import dev.penstock.it.support.Chat;
import dev.penstock.it.support.ChatSocket;
import dev.penstock.it.support.GatewayProcess;
import dev.penstock.it.support.RequestLog.Request;
import dev.penstock.it.support.Said;
import dev.penstock.it.support.SimulatorProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Many callers at once behind a small limit, a third of whom leave in the middle. */
public final class LimitDrill {

    /** The limit. */
    public static final int LIMIT = 10;

    /** After an abort a provider that goes on may be at work for so long; no answer takes longer here. */
    private static final String GOES_ON = "PT3S";

    /** One that stops has to notice first: on a busy machine the next request may reach it before that. */
    private static final String STOPS = "PT1S";

    private static final String SCRIPT = """
            defaults:
              delay: {before_head: 50ms..200ms, between_chunks: 1ms..4ms}
            """;

    private static final String CONFIG = """
            limits: {max_active: %d, adaptive: false}
            providers: {provider: {profile: %s, base_url: "%s"}}
            routes: [{name: main, provider: provider, no_api_key: true}]
            """;

    private final Path directory;
    private final int callers;
    private final long seed;

    public LimitDrill(Path directory, int callers, long seed) {
        this.directory = directory;
        this.callers = callers;
        this.seed = seed;
    }

    /**
     * What a drill found.
     *
     * @param mostActive the most requests that the provider ever had at work at once, by its log
     * @param sends how many requests it saw
     * @param answered how many callers got a whole answer
     * @param left how many left
     * @param wrong what others were told
     */
    public record Findings(int mostActive, int sends, long answered, long left, List<String> wrong) {

        /** One line for a person. */
        public String describe() {
            return sends + " sends, at most " + mostActive + " at once; " + answered + " answered, " + left + " left, "
                    + wrong;
        }
    }

    /** Runs it. A provider that looks like DeepSeek goes on when a client left, one that looks like OpenAI stops. */
    public Findings run(String look) throws IOException {
        String profile = look.equals("deepseek") ? holding("simulator", GOES_ON) : holding("openai-compatible", STOPS);
        try (SimulatorProcess provider = SimulatorProcess.start(directory, SCRIPT, "--look", look)) {
            Files.writeString(directory.resolve("gateway.yaml"), CONFIG.formatted(LIMIT, profile, provider.baseUrl()));
            try (GatewayProcess gateway = GatewayProcess.start(
                    directory, "--config", "gateway.yaml", "--deadline", "5m", "--quiet", "--no-store")) {
                List<String> told = call(gateway);
                provider.drop();
                List<Request> log = provider.log().requests();
                return new Findings(
                        log.stream().mapToInt(Request::active).max().orElse(0),
                        log.size(),
                        told.stream().filter("answered"::equals).count(),
                        told.stream().filter("left"::equals).count(),
                        told.stream()
                                .filter(one -> !one.equals("answered") && !one.equals("left"))
                                .toList());
            }
        }
    }

    private String holding(String base, String hold) throws IOException {
        Path file = directory.resolve("holding.yaml");
        Files.writeString(file, """
                provider: %s
                base: %1$s
                sources:
                  test: {title: this test, reviewed: 2026-11-29}
                abort: {hold: %s, source: test}
                """.formatted(base, hold));
        return file.toString();
    }

    private List<String> call(GatewayProcess gateway) {
        SplittableRandom random = new SplittableRandom(seed);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<CompletableFuture<String>> calls = IntStream.range(0, callers)
                    .mapToObj(i -> {
                        RandomGenerator own = random.split();
                        return CompletableFuture.supplyAsync(() -> call(gateway, i, own), threads);
                    })
                    .toList();
            return calls.stream().flatMap(call -> Stream.of(call.join())).toList();
        }
    }

    private static String call(GatewayProcess gateway, int number, RandomGenerator random) {
        Chat chat = Chat.of("limited question " + number).streamed(random.nextBoolean());
        try (ChatSocket call = ChatSocket.send(gateway, chat)) {
            if (number % 3 == 0) {
                LockSupport.parkNanos(random.nextLong(2_000_000_000L));
                if (chat.stream() && random.nextBoolean()) {
                    call.readUntil("\"content\"");
                }
                call.reset();
                return "left";
            }
            Said said = call.read();
            return said.isAnswer() ? "answered" : said.status() + " " + said.body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
