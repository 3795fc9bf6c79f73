package dev.penstock.it.cluster;

import dev.penstock.it.support.PostgresServer;
import dev.penstock.it.support.SimulatorProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Gateways, the database that they share, and the provider behind them: each a process, each node by a link of its own. */
final class Cluster implements AutoCloseable {

    private static final String DATABASE = "penstock";

    private static final String CONFIG = """
            limits: {max_active: %d, retry_budget: 100000, adaptive: false}
            calls: {attempt_cap: 5s}
            providers: {provider: {profile: %s, base_url: "%s"}}
            routes: [{name: main, provider: provider, no_api_key: true}]
            """;

    /** A provider that stops with its client has to notice first: on a busy machine the next request may be sooner. */
    private static final String PROFILE = """
            provider: %s
            base: openai-compatible
            sources:
              test: {title: this test, reviewed: 2026-11-29}
            abort: {hold: %s, source: test}
            """;

    private final PostgresServer server = PostgresServer.start();
    private final SimulatorProcess provider;
    private final ClusterLedger ledger;
    private final List<Node> nodes = new ArrayList<>();

    /**
     * How it is made.
     *
     * @param nodes how many gateways
     * @param limit the account's limit
     * @param abortHold for how long an aborted attempt stays charged: {@code PT1S}
     */
    record Shape(int nodes, int limit, String abortHold) {}

    /**
     * Starts it.
     *
     * @param directory where everything of it is
     * @param script how the provider behaves
     */
    Cluster(Path directory, String script, Shape shape) {
        this.ledger = new ClusterLedger(server.create(DATABASE));
        this.provider = SimulatorProcess.start(directory, script, "--look", "openai");
        try {
            Path profile = directory.resolve("provider.yaml");
            Files.writeString(profile, PROFILE.formatted(profile, shape.abortHold()));
            for (int i = 0; i < shape.nodes(); i++) {
                Path own = Files.createDirectory(directory.resolve("node-" + i));
                Files.writeString(
                        own.resolve("gateway.yaml"), CONFIG.formatted(shape.limit(), profile, provider.baseUrl()));
                nodes.add(new Node(own, new DatabaseLink(server.port()), DATABASE, ledger));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<Node> nodes() {
        return nodes;
    }

    SimulatorProcess provider() {
        return provider;
    }

    ClusterLedger ledger() {
        return ledger;
    }

    void restartDatabase() {
        server.restart();
    }

    void terminateBackends() {
        server.terminateBackends(DATABASE);
    }

    @Override
    public void close() {
        nodes.forEach(Node::close);
        provider.close();
        server.close();
    }
}
