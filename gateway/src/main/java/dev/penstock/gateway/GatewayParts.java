package dev.penstock.gateway;

import dev.penstock.client.Penstock;
import dev.penstock.gateway.api.Tenants;
import dev.penstock.gateway.chat.ChatSettings;
import dev.penstock.gateway.server.Endpoint;
import dev.penstock.gateway.server.ServerSettings;
import dev.penstock.time.Time;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a gateway is put together from.
 *
 * @param engine what runs the calls; it stays its owner's to close, after the gateway
 * @param tenants who may call
 * @param chat how chat calls are answered; asked for each call
 * @param models the names that {@code GET /v1/models} lists: aliases and models of routes
 * @param api the port of the API
 * @param apiEndpoints what the API has beside chat and models; each checks its caller itself
 * @param admin the port of the operators; null for none
 * @param adminEndpoints what is served there
 * @param time time
 */
public record GatewayParts(
        Penstock engine,
        Tenants tenants,
        Supplier<ChatSettings> chat,
        Supplier<List<String>> models,
        ServerSettings api,
        List<Endpoint> apiEndpoints,
        @Nullable ServerSettings admin,
        List<Endpoint> adminEndpoints,
        Time time) {

    /** Copies the lists. */
    public GatewayParts {
        apiEndpoints = List.copyOf(apiEndpoints);
        adminEndpoints = List.copyOf(adminEndpoints);
    }
}
