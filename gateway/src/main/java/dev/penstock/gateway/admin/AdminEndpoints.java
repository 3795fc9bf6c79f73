package dev.penstock.gateway.admin;

import dev.penstock.gateway.metrics.CallMetrics;
import dev.penstock.gateway.server.Endpoint;
import dev.penstock.gateway.server.Problem;
import dev.penstock.gateway.server.Reply;
import dev.penstock.provider.config.ConfigurationException;
import dev.penstock.time.Ticker;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The operators' endpoints. {@code /livez} and {@code /readyz} answer anybody who reaches the port, since orchestrators
 * show no key and learn one word; everything with content asks for the admin key.
 */
public final class AdminEndpoints {

    private static final String EXPOSITION = "text/plain; version=0.0.4; charset=utf-8";

    private final Standing standing;
    private final CallMetrics metrics;
    private final AdminKey key;
    private final Ticker ticker;
    private final long startedAt;

    /**
     * The endpoints.
     *
     * @param standing how the gateway stands
     * @param metrics its figures
     * @param key what operators show
     * @param ticker time since the start
     */
    public AdminEndpoints(Standing standing, CallMetrics metrics, AdminKey key, Ticker ticker) {
        this.standing = standing;
        this.metrics = metrics;
        this.key = key;
        this.ticker = ticker;
        this.startedAt = ticker.nanos();
    }

    /**
     * For the operators' port.
     *
     * @return livez, readyz, health, metrics, admin/reload
     */
    public List<Endpoint> forAdmin() {
        return List.of(
                Endpoint.toAnybody("GET", "/livez", request -> word(200, "alive")),
                Endpoint.toAnybody("GET", "/readyz", request -> ready()),
                new Endpoint("GET", "/health", key.guarded(this::health)),
                new Endpoint(
                        "GET",
                        "/metrics",
                        key.guarded(() -> Reply.of(200, EXPOSITION, metrics.scrape(standing.engine())))),
                new Endpoint("POST", "/admin/reload", key.guarded(this::reload)));
    }

    /**
     * For the API's port: one word, without details.
     *
     * @return health
     */
    public List<Endpoint> forApi() {
        return List.of(Endpoint.toAnybody("GET", "/health", request -> ready()));
    }

    private Reply ready() {
        if (standing.isDraining()) {
            return word(503, "draining");
        }
        return standing.storeAnswers() ? word(200, "ready") : word(503, "store_unavailable");
    }

    private Reply health() {
        Standing.Load load = standing.load();
        boolean store = standing.storeAnswers();
        String json = JsonMapper.shared()
                .createObjectNode()
                .put("status", standing.isDraining() ? "draining" : store ? "ready" : "store_unavailable")
                .put("uptime_s", Duration.ofNanos(ticker.nanos() - startedAt).toSeconds())
                .put("connections", load.connections())
                .put("requests", load.requests())
                .put("store", store ? "ready" : "unavailable")
                .toString();
        return Reply.json(store && !standing.isDraining() ? 200 : 503, json);
    }

    private Reply reload() {
        try {
            ObjectNode json = JsonMapper.shared().createObjectNode().put("status", "reloaded");
            ArrayNode left = json.putArray("needs_restart");
            standing.reload().forEach(left::add);
            return Reply.json(200, json.toString());
        } catch (ConfigurationException e) {
            return Problem.of(422, "invalid_configuration", e.getMessage() + "; the configuration before stays");
        }
    }

    private static Reply word(int status, String word) {
        return Reply.json(status, "{\"status\":\"" + word + "\"}");
    }
}
