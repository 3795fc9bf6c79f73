package dev.penstock.it.gateway.overload;

import dev.penstock.it.gateway.overload.Arrivals.Arrived;
import dev.penstock.it.gateway.overload.OverloadPlan.Client;
import dev.penstock.it.support.CommandLine;
import dev.penstock.it.support.GatewayProcess;
import dev.penstock.it.support.SimulatorProcess;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** Several clients who together ask for twice of what a provider can do. */
public final class OverloadDrill {

    private static final String SCRIPT = """
            seed: 7
            limits: [{concurrency: %d}]
            defaults: {delay: %dms}
            rules:
              - when: {probability: 0.03}
                then: {status: 503, delay: 0ms}
            """;

    private final Path directory;
    private final OverloadPlan plan;

    public OverloadDrill(Path directory, OverloadPlan plan) {
        this.directory = directory;
        this.plan = plan;
    }

    /** Runs it. */
    public OverloadFindings run() {
        String script = SCRIPT.formatted(OverloadPlan.LIMIT, plan.service().toMillis());
        Map<String, String> keys = new HashMap<>();
        try (SimulatorProcess provider = SimulatorProcess.start(directory, script)) {
            for (Client client : OverloadPlan.CLIENTS) {
                keys.put(client.tenant(), key(client.tenant()));
            }
            try (GatewayProcess gateway = start(provider.baseUrl())) {
                Arrivals arrivals = new Arrivals(gateway.port(), keys);
                arrivals.warmUp(plan);
                long begin = System.nanoTime() + plan.warmUp().toNanos();
                List<Arrived> calls = List.copyOf(arrivals.run(plan));
                LockSupport.parkNanos(begin
                        + plan.measured()
                                .plus(OverloadPlan.MAX_QUEUE_WAIT)
                                .plus(plan.service())
                                .toNanos()
                        - System.nanoTime());
                Arrived afterwards = arrivals.call(OverloadPlan.CLIENTS.getLast(), "is it over");
                return new OverloadFindings(plan, begin, calls, provider.log().requests(), afterwards);
            }
        }
    }

    private GatewayProcess start(String baseUrl) {
        return GatewayProcess.start(
                directory,
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
