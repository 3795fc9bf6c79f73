package dev.penstock.cli.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.cli.terminal.ExitCode;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.client.Route;
import dev.penstock.client.Routes;
import dev.penstock.gateway.GatewayRuntime;
import dev.penstock.gateway.GatewaySetup;
import dev.penstock.gateway.config.GatewayConfig;
import dev.penstock.gateway.config.ListenConfig;
import dev.penstock.http.Credential;
import dev.penstock.http.TransportConfig;
import dev.penstock.provider.profile.ProviderProfile;
import dev.penstock.provider.usage.PriceBook;
import dev.penstock.simulator.Simulator;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.store.ApiKeySecret;
import dev.penstock.time.Chance;
import dev.penstock.time.Time;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A stop, while whoever reads standard output and error takes nothing")
class ServingTest {

    private static final String KEY = "client-key-canary";
    private static final String BODY =
            "{\"model\":\"deepseek-v4-flash\",\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]}";
    private static final String CALL = "POST /v1/chat/completions HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " + KEY
            + "\r\nContent-Length: " + BODY.length() + "\r\n\r\n" + BODY;

    private final PrintStream stalled = new PrintStream(new Stalled(), true, UTF_8);
    private final Surroundings around = new Surroundings(
            new PrintStream(OutputStream.nullOutputStream(), true, UTF_8),
            stalled,
            /* shown= */ false,
            /* interactive= */ false,
            Map.of(),
            Time.system(),
            Chance.system());

    @Test
    @DisplayName("told once with nothing in flight, it ends")
    void toldOnce_ends() {
        try (Simulator simulator = Simulator.start(FaultScript.NONE)) {
            GatewayRuntime gateway = gateway(simulator);
            Serving serving = new Serving(around, gateway);
            CompletableFuture<ExitCode> end = served(serving, gateway);
            signal(serving, 1);

            assertThat(end).succeedsWithin(20, TimeUnit.SECONDS).isEqualTo(ExitCode.DONE);
        }
    }

    @Test
    @DisplayName("told twice, it aborts what is in flight")
    void toldTwice_aborts() throws IOException {
        FaultScript slow = FaultScript.builder()
                .always(then -> then.delay(Duration.ofMinutes(2)))
                .build();
        try (Simulator simulator = Simulator.start(slow)) {
            GatewayRuntime gateway = gateway(simulator);
            Serving serving = new Serving(around, gateway);
            CompletableFuture<ExitCode> end = served(serving, gateway);
            try (Socket client = new Socket(InetAddress.getLoopbackAddress(), gateway.apiPort())) {
                client.getOutputStream().write(CALL.getBytes(UTF_8));
                while (simulator.inProgress().isEmpty()) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
                }
                signal(serving, 1);
                signal(serving, 2);

                assertThat(end).succeedsWithin(20, TimeUnit.SECONDS).isEqualTo(ExitCode.WORK_LEFT);
            }
        }
    }

    /** As the command does: serves, and closes the gateway behind it. */
    private CompletableFuture<ExitCode> served(Serving serving, GatewayRuntime gateway) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try (gateway) {
                        return serving.untilStopped(() -> stalled.println("ready"));
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                },
                ServingTest::inThread);
    }

    private static void inThread(Runnable work) {
        Thread.ofPlatform().daemon().start(work);
    }

    /** The JDK gives every signal a thread of its own. */
    private static void signal(Serving serving, int count) {
        inThread(() -> serving.stop(count));
    }

    private GatewayRuntime gateway(Simulator simulator) {
        ListenConfig anyPort = ListenConfig.defaults().with(null, 0, false);
        ProviderProfile profile = ProviderProfile.bundled("simulator").withBaseUrl(URI.create(simulator.baseUrl()));
        return GatewayRuntime.start(new GatewaySetup(
                () -> new GatewaySetup.Reading(
                        GatewayConfig.defaults().withPorts(anyPort, anyPort),
                        Routes.of(Route.to(profile, Credential.of("none")))),
                null,
                ApiKeySecret.of(KEY),
                ApiKeySecret.of("admin-key-canary"),
                TransportConfig.defaults(),
                PriceBook.bundled(),
                stalled,
                Time.system(),
                Chance.system()));
    }

    /** Takes nothing, ever. */
    private static final class Stalled extends OutputStream {
        @Override
        public void write(int b) throws IOException {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
    }
}
