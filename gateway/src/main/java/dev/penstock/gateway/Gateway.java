package dev.penstock.gateway;

import dev.penstock.gateway.api.ApiError;
import dev.penstock.gateway.chat.ChatParts;
import dev.penstock.gateway.chat.ChatService;
import dev.penstock.gateway.chat.Replies;
import dev.penstock.gateway.server.Endpoint;
import dev.penstock.gateway.server.EndpointTable;
import dev.penstock.gateway.server.EventLoops;
import dev.penstock.gateway.server.HttpServer;
import dev.penstock.gateway.server.Problem;
import dev.penstock.gateway.server.Reply;
import dev.penstock.gateway.server.RequestHead;
import dev.penstock.gateway.server.ServerParts;
import dev.penstock.gateway.server.ServerSettings;
import dev.penstock.gateway.server.Service;
import dev.penstock.time.Chance;
import dev.penstock.time.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A running gateway: the API's port, and the operators' if there is one. Thread-safe. */
public final class Gateway implements AutoCloseable {

    /** How long a shutdown waits for the calls that run (design 13). */
    private static final Duration DRAIN = Duration.ofSeconds(30);

    private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

    private final GatewayParts parts;
    private final EventLoops loops;
    private final HttpServer api;
    private final @Nullable HttpServer admin;

    private Gateway(GatewayParts parts, EventLoops loops) {
        this.parts = parts;
        this.loops = loops;
        ServerParts shared = new ServerParts(loops, parts.time(), Chance.system());
        this.api = HttpServer.start(parts.api(), apiService(parts), Gateway::refuse, shared);
        ServerSettings operators = parts.admin();
        this.admin = operators == null
                ? null
                : HttpServer.start(
                        operators,
                        new EndpointTable(
                                parts.adminEndpoints(),
                                Map.of(),
                                Problem::of,
                                ignored -> Problem.of(404, "not_found", "there is nothing at this path")),
                        Problem::of,
                        shared);
    }

    /**
     * Starts to listen.
     *
     * @param parts what it is put together from
     * @return the gateway, ready to answer
     * @throws java.io.UncheckedIOException if a port cannot be listened on
     */
    public static Gateway start(GatewayParts parts) {
        EventLoops loops = EventLoops.start(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
        try {
            return new Gateway(parts, loops);
        } catch (RuntimeException e) {
            loops.close();
            throw e;
        }
    }

    /**
     * The API's port.
     *
     * @return its number
     */
    public int apiPort() {
        return api.port();
    }

    /**
     * The operators' port.
     *
     * @return its number, 0 if there is none
     */
    public int adminPort() {
        return admin == null ? 0 : admin.port();
    }

    /**
     * How many clients of the API are connected, and how many of them wait for an answer.
     *
     * @return connections and requests
     */
    public Load load() {
        return new Load(api.connections(), api.requests());
    }

    /**
     * What the API's port holds.
     *
     * @param connections open connections
     * @param requests requests that are being answered
     */
    public record Load(int connections, int requests) {}

    /**
     * Takes no new calls: 503 {@code draining}. Stored answers, conflicts and joins are still given, and what was sent is
     * waited for and answered. Cannot be taken back.
     */
    public void drain() {
        api.drain();
        parts.engine().park(null);
    }

    /** Drains, waits for the calls that run for at most 30 s, and closes the ports. */
    @Override
    public void close() {
        drain();
        try {
            Deadline until = parts.time().deadlineAfter(DRAIN);
            while (api.requests() > 0 && !until.isExpired()) {
                parts.time().sleeper().sleep(LOOK_AGAIN.toNanos());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            api.close();
            if (admin != null) {
                admin.close();
            }
            loops.close();
        }
    }

    private static Service apiService(GatewayParts parts) {
        Service chat = new ChatService(new ChatParts(parts.engine(), parts.tenants(), parts.chat(), parts.time()));
        List<Endpoint> endpoints = new ArrayList<>(parts.apiEndpoints());
        endpoints.add(new Endpoint("GET", "/v1/models", new Models(parts.tenants(), parts.models())));
        return new EndpointTable(
                endpoints,
                Map.of("/v1/chat/completions", Map.of("POST", chat), "/chat/completions", Map.of("POST", chat)),
                Gateway::refuse,
                Gateway::notFound);
    }

    private static Reply refuse(int status, String code, String message) {
        Reply reply = Replies.error(ApiError.of(status, code, message));
        return status == 429 ? reply.with("x-should-retry", "true").with("retry-after", "1") : reply;
    }

    private static Reply notFound(RequestHead head) {
        return head.path().startsWith("/v1/")
                ? refuse(404, "endpoint_not_supported", "the gateway offers chat completions, models and operations")
                : refuse(404, "not_found", "there is nothing at this path");
    }
}
