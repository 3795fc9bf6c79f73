package dev.penstock.it.outage;

import dev.penstock.it.support.Await;
import dev.penstock.it.support.Ended;
import dev.penstock.it.support.Running;
import dev.penstock.it.support.SimulatorProcess;
import dev.penstock.it.support.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A batch that begins while its provider is down. */
public final class OutageDrill {

    /** Requests on their way at once. */
    public static final int CONCURRENCY = 50;

    private final Workspace workspace;
    private final int lines;

    public OutageDrill(Path directory, int lines) {
        this.workspace = new Workspace(directory);
        this.lines = lines;
        workspace.requests(lines);
    }

    /** The provider answers 503 for a while, counted from the first request. */
    public OutageFindings overloaded(Duration outage) {
        try (SimulatorProcess provider = workspace.provider("defaults:\n  status: 503\n");
                Running runner = start(provider.baseUrl())) {
            runner.awaitUntil("the first request", () -> provider.log().size() > 0);
            provider.script("rules:\n  - when: {to: " + outage.toMillis() + "ms}\n    then: {status: 503}\n"
                    + "defaults:\n  delay: 20ms\n");
            return findings(provider, runner.await());
        }
    }

    /** Nobody listens at the provider's address for a while, counted from the first attempt. */
    public OutageFindings refusing(Duration outage) {
        int port = freePort();
        try (Running runner = start("http://127.0.0.1:" + port)) {
            runner.awaitUntil("the store", () -> workspace.store().toFile().exists());
            Await.until("the first attempt", () -> workspace.ledger().hasAttempts());
            LockSupport.parkNanos(outage.toNanos());
            try (SimulatorProcess provider =
                    workspace.provider("defaults:\n  delay: 20ms\n", "--port", Integer.toString(port))) {
                return findings(provider, runner.await());
            }
        }
    }

    private Running start(String baseUrl) {
        return workspace
                .run(baseUrl, "--concurrency", Integer.toString(CONCURRENCY))
                .start();
    }

    private OutageFindings findings(SimulatorProcess provider, Ended ended) {
        return new OutageFindings(
                lines,
                ended,
                provider.log().requests(),
                workspace.ledger().generations(),
                workspace.ledger().attempts());
    }

    /** A port that nobody listens on, and that the provider can take later. */
    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
