package dev.penstock.it.gateway.overload;

import dev.penstock.it.gateway.overload.Arrivals.Arrived;
import dev.penstock.it.gateway.overload.OverloadPlan.Client;
import dev.penstock.it.support.Chat;
import dev.penstock.it.support.ChatSocket;
import dev.penstock.it.support.CommandLine;
import dev.penstock.it.support.GatewayProcess;
import dev.penstock.it.support.Said;
import dev.penstock.it.support.SimulatorProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** Several clients who together ask for twice of what a provider can do. */
public final class OverloadDrill {

    /**
     * Three of ten requests are refused, so that retries ask for more than their share; the first ones are not, so that
     * no circuit opens before it has seen enough.
     */
    private static final String SCRIPT = """
            seed: 7
            limits: [{concurrency: %d}]
            defaults: {delay: %dms}
            rules:
              - when: {contains: " asks ", after: 40, probability: 0.3}
                then: {status: 503, delay: 0ms}
            """;

    /** A budget that is never used up: what holds retries back is their share alone. */
    private static final String CONFIG = "limits: {retry_budget: 10000}\n";

    private final Path directory;
    private final OverloadPlan plan;

    public OverloadDrill(Path directory, OverloadPlan plan) {
        this.directory = directory;
        this.plan = plan;
    }

    /**
     * Runs it.
     *
     * @throws AssertionError if a safety limit ended it early; says which
     */
    public OverloadFindings run() {
        String script = SCRIPT.formatted(OverloadPlan.LIMIT, plan.service().toMillis());
        Map<String, String> keys = new HashMap<>();
        try (SimulatorProcess provider = SimulatorProcess.start(directory, script)) {
            Files.writeString(directory.resolve("gateway.yaml"), CONFIG);
            for (Client client : OverloadPlan.CLIENTS) {
                keys.put(client.tenant(), key(client.tenant()));
            }
            try (GatewayProcess gateway = start(provider.baseUrl())) {
                SafetyStop safety = new SafetyStop(
                        SafetyStop.Limits.of(plan), () -> provider.log().answered(429));
                Arrivals arrivals = new Arrivals(
                        (client, chat) -> say(gateway.port(), keys.getOrDefault(client.tenant(), ""), chat), safety);
                arrivals.warmUp(plan);
                long begin = System.nanoTime() + plan.warmUp().toNanos();
                List<Arrived> calls = List.copyOf(arrivals.run(plan));
                safety.failIfPassed();
                LockSupport.parkNanos(begin
                        + plan.measured()
                                .plus(OverloadPlan.MAX_QUEUE_WAIT)
                                .plus(plan.service())
                                .toNanos()
                        - System.nanoTime());
                Arrived afterwards = arrivals.call(OverloadPlan.CLIENTS.getLast(), "is it over");
                return new OverloadFindings(plan, begin, calls, provider.log().requests(), afterwards);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Said say(int port, String key, Chat chat) {
        try (ChatSocket call = ChatSocket.send(port, key, chat, 0)) {
            return call.read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private GatewayProcess start(String baseUrl) {
        return GatewayProcess.start(
                directory,
                "--config",
                "gateway.yaml",
                "--provider",
                "simulator",
                "--base-url",
                baseUrl,
                "--max-active",
                Integer.toString(OverloadPlan.LIMIT),
                "--max-attempts",
                Integer.toString(plan.attempts()),
                "--deadline",
                OverloadPlan.DEADLINE.toSeconds() + "s",
                "--quiet");
    }

    private String key(String tenant) {
        return CommandLine.in(directory, "keys", "create", "--tenant", tenant)
                .run()
                .expect(0)
                .out()
                .strip();
    }
}
