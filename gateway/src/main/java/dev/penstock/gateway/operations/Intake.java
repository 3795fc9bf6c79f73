package dev.penstock.gateway.operations;

import dev.penstock.client.CallSettings;
import dev.penstock.client.ChatCall;
import dev.penstock.client.OperationInfo;
import dev.penstock.client.OperationView;
import dev.penstock.client.Penstock;
import dev.penstock.client.Result;
import dev.penstock.client.Submitted;
import dev.penstock.gateway.api.ApiAnswer;
import dev.penstock.gateway.api.CallDefaults;
import dev.penstock.gateway.api.CallHeaders;
import dev.penstock.gateway.api.CallTerms;
import dev.penstock.gateway.api.TenantGrant;
import dev.penstock.gateway.server.Reply;
import dev.penstock.gateway.server.Request;
import dev.penstock.store.GenerationRef;
import dev.penstock.store.IdempotencyKey;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Takes work in that nobody waits for. */
final class Intake {

    private final Penstock engine;
    private final Supplier<CallSettings> background;

    Intake(Penstock engine, Supplier<CallSettings> background) {
        this.engine = engine;
        this.background = background;
    }

    Reply submit(Request request, TenantGrant grant) throws Refused, InterruptedException {
        CallTerms terms = terms(request, grant);
        IdempotencyKey key = terms.key();
        if (key == null) {
            throw Refused.invalid(
                    "work in the background needs an Idempotency-Key: it is how its answer is found again");
        }
        ChatCall call = ChatCall.of(request.body()).withKey(key.value()).withSettings(terms.settings());
        return switch (engine.submit(call)) {
            case Submitted.Accepted accepted -> at(202, accepted.operation(), grant);
            case Submitted.Instead instead -> instead(instead.result(), terms.bySdk(), grant);
        };
    }

    private CallTerms terms(Request request, TenantGrant grant) throws Refused {
        return switch (CallHeaders.read(request.headers()::all, CallDefaults.of(background.get()), grant)) {
            case CallTerms.Understood understood -> understood.terms();
            case CallTerms.Refused refused -> throw Refused.of(refused.error());
        };
    }

    /** What the key already has is no error; everything else is what a call would have been told. */
    private Reply instead(Result result, boolean bySdk, TenantGrant grant) throws Refused {
        OperationInfo done = result instanceof Result.Answered answered ? answered.operation() : null;
        if (done != null) {
            return at(200, done, grant);
        }
        ApiAnswer answer = ApiAnswer.of(result, bySdk, true);
        Reply reply = new Refused(answer.status(), answer.code(), answer.message()).reply();
        for (var header : answer.headers().entrySet()) {
            reply = reply.with(header.getKey(), header.getValue());
        }
        return reply;
    }

    private Reply at(int status, OperationInfo operation, TenantGrant grant) throws Refused {
        GenerationRef ref = Objects.requireNonNull(operation.ref(), "a keyed operation has an address");
        @Nullable
        OperationView view = engine.operation(grant.tenant(), ref.operation()).orElse(null);
        if (view == null) {
            throw Refused.notFound();
        }
        return Reply.json(status, OperationJson.whole(view).toString())
                .with("location", "/v1/operations/" + ref.operation().value());
    }
}
