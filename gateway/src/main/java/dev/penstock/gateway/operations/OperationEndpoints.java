package dev.penstock.gateway.operations;

import dev.penstock.client.CallSettings;
import dev.penstock.client.Fingerprints;
import dev.penstock.client.OperationView;
import dev.penstock.client.Penstock;
import dev.penstock.gateway.api.TenantGrant;
import dev.penstock.gateway.api.Tenants;
import dev.penstock.gateway.server.Endpoint;
import dev.penstock.gateway.server.Reply;
import dev.penstock.gateway.server.Request;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.store.Decision;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.Page;
import dev.penstock.store.StoredBody;
import dev.penstock.store.WriteId;
import dev.penstock.store.WriteResult;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The operations of a tenant over HTTP. Every endpoint asks for the tenant's API key; another tenant's operation is 404
 * (R-TENANT-1). Errors are problem documents (RFC 9457) with OpenAI's envelope inside.
 */
public final class OperationEndpoints {

    static final Set<String> CANCEL_MEMBERS = Set.of("why", "author");
    static final Set<String> RECONCILE_MEMBERS =
            Set.of("decision", "why", "author", "result", "accept_duplicates", "deadline_ms");
    static final Set<String> REGENERATE_MEMBERS =
            Set.of("why", "author", "request", "accept_duplicates", "deadline_ms");

    private static final String PATH = "/v1/operations";

    private final Penstock engine;
    private final Ledger ledger;
    private final TenantDoor door;
    private final LookUp lookUp;
    private final Intake intake;
    private final RandomGenerator random;

    /**
     * The endpoints.
     *
     * @param engine what runs the operations
     * @param ledger where they are kept
     * @param tenants who may call
     * @param background how submitted work runs whose headers say nothing; asked for each submission
     * @param random chance, for the ids of writes
     */
    public OperationEndpoints(
            Penstock engine,
            Ledger ledger,
            Tenants tenants,
            Supplier<CallSettings> background,
            RandomGenerator random) {
        this.engine = engine;
        this.ledger = ledger;
        this.door = new TenantDoor(tenants);
        this.lookUp = new LookUp(engine, tenants);
        this.intake = new Intake(engine, background);
        this.random = random;
    }

    /**
     * All of them.
     *
     * @return for the API's port
     */
    public List<Endpoint> all() {
        return List.of(
                new Endpoint("POST", PATH, door.to(intake::submit)),
                new Endpoint("GET", PATH, door.to(this::list)),
                lookUp.endpoint(),
                new Endpoint("GET", LookUp.PATH + "/result", door.to(this::result)),
                new Endpoint("POST", LookUp.PATH + "/cancel", door.to(this::cancel)),
                new Endpoint("POST", LookUp.PATH + "/reconcile", door.to(this::reconcile)),
                new Endpoint("POST", LookUp.PATH + "/regenerate", door.to(this::regenerate)),
                Endpoint.toAnybody("GET", "/v1/openapi.json", request -> OpenApi.reply()));
    }

    private Reply list(Request request, TenantGrant grant) throws Refused {
        Query query = Query.parse(request.query());
        Page page;
        try {
            page = ledger.operations().list(grant.tenant(), query.filter(), query.cursor(), query.limit());
        } catch (IllegalArgumentException e) {
            throw Refused.invalid("the cursor is not one of ours");
        }
        ObjectNode json = JsonMapper.shared().createObjectNode().put("object", "list");
        ArrayNode data = json.putArray("data");
        page.records().forEach(operation -> data.add(OperationJson.summary(operation)));
        json.put("next_cursor", page.next());
        return Reply.json(200, json.toString());
    }

    private Reply result(Request request, TenantGrant grant) throws Refused {
        OperationRecord operation = newest(request, grant);
        StoredBody body = ledger.operations()
                .body(operation.ref(), StoredBody.Kind.RESULT)
                .orElse(null);
        if (body != null) {
            return new Reply(200, body.contentType(), Map.of(), body.bytes());
        }
        throw operation.state() == OperationState.SUCCEEDED
                ? new Refused(410, "result_expired", "the answer was stored and has outlived its retention")
                : new Refused(
                        409,
                        "no_result",
                        "the operation has no answer; it is "
                                + operation.state().wireName());
    }

    private Reply cancel(Request request, TenantGrant grant) throws Refused, InterruptedException {
        OperationView operation = lookUp.view(request, grant);
        IdempotencyKey key = operation.key();
        if (operation.standing().state().isSettled()) {
            throw new Refused(409, "operation_settled", "there is nothing left to cancel");
        }
        if (key == null) {
            throw new Refused(409, "not_possible", "a call without a key is cancelled by closing its connection");
        }
        DecisionBody asked = DecisionBody.parse(request.body(), CANCEL_MEMBERS, grant);
        boolean certain = engine.cancel(grant.tenant(), key, asked.author(), asked.why());
        ObjectNode json = JsonMapper.shared().createObjectNode().put("status", certain ? "cancelled" : "requested");
        json.set("operation", OperationJson.whole(lookUp.view(request, grant)));
        return Reply.json(certain ? 200 : 202, json.toString());
    }

    private Reply reconcile(Request request, TenantGrant grant) throws Refused, InterruptedException {
        OperationRecord operation = newest(request, grant);
        Decision decision =
                DecisionBody.parse(request.body(), RECONCILE_MEMBERS, grant).reconcile();
        return Reply.json(
                200, OperationJson.summary(decided(operation, decision)).toString());
    }

    private Reply regenerate(Request request, TenantGrant grant) throws Refused, InterruptedException {
        OperationRecord operation = newest(request, grant);
        Decision decision = DecisionBody.parse(request.body(), REGENERATE_MEMBERS, grant)
                .regenerate(new Fingerprints(ledger.keyRing()));
        OperationRecord generation = decided(operation, decision);
        return Reply.json(202, OperationJson.summary(generation).toString())
                .with("location", PATH + "/" + generation.ref().operation().value());
    }

    private OperationRecord decided(OperationRecord operation, Decision decision) throws Refused, InterruptedException {
        WriteResult result = ledger.operations()
                .write(new OperationWrite.Decide(WriteId.create(random), operation.version(), decision));
        return switch (result) {
            case WriteResult.Committed committed -> committed.record();
            case WriteResult.Refused refused ->
                throw new Refused(
                        409,
                        refused.why().name().toLowerCase(Locale.ROOT),
                        "the decision does not hold: "
                                + refused.why().name().toLowerCase(Locale.ROOT).replace('_', ' '));
            case WriteResult.Fenced ignored ->
                throw new Refused(409, "changed_meanwhile", "somebody else has moved the operation; look at it again");
            case WriteResult.Exists ignored -> throw new IllegalStateException("a decision reserves no key");
        };
    }

    /** The newest generation in the ledger. */
    private OperationRecord newest(Request request, TenantGrant grant) throws Refused {
        List<OperationRecord> generations = ledger.operations().generations(grant.tenant(), LookUp.id(request));
        if (generations.isEmpty()) {
            throw Refused.notFound();
        }
        return generations.getLast();
    }
}
