package dev.penstock.gateway.operations;

import dev.penstock.client.OperationView;
import dev.penstock.client.Penstock;
import dev.penstock.gateway.api.TenantGrant;
import dev.penstock.gateway.api.Tenants;
import dev.penstock.gateway.server.Endpoint;
import dev.penstock.gateway.server.Reply;
import dev.penstock.gateway.server.Request;
import dev.penstock.store.OperationId;

/**
 * {@code GET /v1/operations/{id}}: the one endpoint of operations that needs no store. It finds a call without a key for
 * ten minutes (design 12), and what a ledger keeps, if there is one.
 *
 * @param engine what knows the operations
 * @param tenants who may ask
 */
public record LookUp(Penstock engine, Tenants tenants) {

    static final String PATH = "/v1/operations/{id}";

    /**
     * The endpoint.
     *
     * @return for the API's port
     */
    public Endpoint endpoint() {
        return new Endpoint("GET", PATH, new TenantDoor(tenants).to(this::get));
    }

    private Reply get(Request request, TenantGrant grant) throws Refused {
        return Reply.json(200, OperationJson.whole(view(request, grant)).toString());
    }

    OperationView view(Request request, TenantGrant grant) throws Refused {
        return engine.operation(grant.tenant(), id(request)).orElseThrow(Refused::notFound);
    }

    static OperationId id(Request request) throws Refused {
        try {
            return OperationId.parse(request.parameters().getOrDefault("id", ""));
        } catch (IllegalArgumentException e) {
            throw Refused.notFound();
        }
    }
}
