package dev.penstock.it.gateway.kill;

import dev.penstock.it.support.GatewayProcess;
import dev.penstock.it.support.LedgerView;
import dev.penstock.it.support.SimulatorProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import java.util.random.RandomGenerator.SplittableGenerator;

/** Kills the gateway again and again under callers who repeat their keys, and looks at what the provider saw. */
public final class KillDrill {

    /** Slow enough to be caught in the middle, and now and then a refusal, which may be sent again. */
    private static final String SCRIPT = """
            seed: 7
            defaults:
              delay: {before_head: 20ms..400ms, between_chunks: 0ms..5ms}
            rules:
              - when: {probability: 0.1}
                then: {status: 429}
            """;

    private static final String CONFIG = """
            limits: {retry_budget: 100000, adaptive: false}
            store: gateway.penstock
            providers: {provider: {profile: simulator, base_url: "%s"}}
            routes: [{name: main, provider: provider, no_api_key: true}]
            """;

    /** What the dead process handed to the system is read by the provider within this time. */
    private static final long STILL_ON_ITS_WAY = Duration.ofMillis(300).toNanos();

    private final Path directory;
    private final KillPlan plan;
    private final SplittableGenerator random;

    public KillDrill(Path directory, KillPlan plan) {
        this.directory = directory;
        this.plan = plan;
        this.random = new java.util.SplittableRandom(plan.seed());
    }

    /** Runs it. */
    public KillFindings run() {
        try (SimulatorProcess provider = SimulatorProcess.start(directory, SCRIPT)) {
            Files.writeString(directory.resolve("gateway.yaml"), CONFIG.formatted(provider.baseUrl()));
            List<KeyedCaller> callers = callThroughKills();
            try (GatewayProcess last = start()) {
                KillJudge judge = new KillJudge(callers.stream()
                        .flatMap(caller -> caller.asked().stream())
                        .toList());
                judge.repeatsAreReplayed(last);
                judge.settled(new LedgerView(directory.resolve("gateway.penstock")), provider.log());
                return judge.findings(plan);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<KeyedCaller> callThroughKills() {
        Lives lives = new Lives(start());
        List<KeyedCaller> callers = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < plan.callers(); i++) {
            RandomGenerator own = random.split();
            KeyedCaller caller = new KeyedCaller(i, lives, own);
            callers.add(caller);
            threads.add(Thread.ofVirtual().start(caller));
        }
        try {
            for (int kill = 0; kill < plan.kills(); kill++) {
                LockSupport.parkNanos(random.nextLong(1, plan.longestLife().toNanos()));
                lives.current().gateway().process().kill();
                lives.current().gateway().close();
                LockSupport.parkNanos(STILL_ON_ITS_WAY);
                long now = System.currentTimeMillis();
                lives.next(start(), now);
            }
            LockSupport.parkNanos(plan.longestLife().toNanos());
            lives.end();
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            lives.current().gateway().close();
        }
        return callers;
    }

    private GatewayProcess start() {
        return GatewayProcess.start(directory, "--config", "gateway.yaml", "--quiet");
    }
}
